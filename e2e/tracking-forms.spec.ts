import { expectEvents, recordCalls } from './events.ts';
import { expect, test } from './fixtures.ts';
import { fillLead, openLeadDialog, saveLead, sendLead } from './lead-dialog.ts';

test('reports an abandoned form with its last field and step, without its values', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  await page.route('**/rest/v1/leads', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(funil.url);
  await openLeadDialog(page);
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('MarcaNome');
  await page.getByRole('textbox', { name: 'WhatsApp' }).focus();
  await page.keyboard.press('Escape');
  await page.locator('[data-section="aplicacao"] [data-opens="application"]').first().click();
  const modal = page.getByRole('dialog');
  await modal.getByRole('button', { name: 'APLICAR' }).click();
  await modal.getByLabel('Nome completo').fill('MarcaNome');
  await modal.getByLabel('E-mail').fill('marca@exemplo.com');
  await page.keyboard.press('Escape');
  // A failed save does not complete the form.
  await openLeadDialog(page);
  await fillLead(page, 'MarcaNome');
  await sendLead(page);
  await expect(page.getByText('Ocorreu um erro. Tente novamente.')).toBeVisible();
  await page.goto('about:blank');
  await expect.poll(() => funil.events('form_abandon').length).toBe(3);
  expect(funil.events('form_start', 'form_abandon', 'form_complete')).toMatchObject([
    { name: 'form_start', payload: { form: 'lead', field: 'nome' } },
    { name: 'form_abandon', payload: { form: 'lead', field: 'telefone' } },
    { name: 'form_start', payload: { form: 'aplicacao', step: 1, field: 'nome' } },
    { name: 'form_abandon', payload: { form: 'aplicacao', step: 1, field: 'email' } },
    { name: 'form_start', payload: { form: 'lead', field: 'nome' } },
    { name: 'form_abandon', payload: { form: 'lead', field: 'telefone' } },
  ]);
  expect(funil.events('cta_click')).toMatchObject([
    { secao: 'hero', payload: { opens: 'lead' } },
    { secao: 'aplicacao', payload: { opens: 'application' } },
    { secao: 'hero', payload: { opens: 'lead' } },
  ]);
  expect(JSON.stringify(funil.events())).not.toMatch(/marca/i);
});

test('reports one lead per visit to Meta for a visitor with both forms', async ({
  page,
  modal,
  funil,
}) => {
  const fbq = await recordCalls(page, 'fbq');
  const leads = () => fbq.filter(([, name]) => name === 'Lead');
  const leaveLead = async () => {
    await saveLead(page);
  };
  await page.goto(funil.url);
  await modal.reachTheEnd();
  await modal.send.click();
  await expect.poll(leads).toHaveLength(1);
  await modal.button('Voltar à página principal').click();
  await leaveLead();
  await expectEvents(page, funil, 'form_complete', 2);
  expect(leads()).toHaveLength(1);

  await page.goto(funil.url);
  await page.evaluate(() => localStorage.removeItem('session_tracking_data'));
  await leaveLead();
  await expect.poll(leads).toHaveLength(2);
});
