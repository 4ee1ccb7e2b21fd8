import { Apply } from './apply.ts';
import { readEvents, stub } from './events.ts';
import { expect, test } from './fixtures.ts';
import { holdRequests } from './hold-requests.ts';
import { fillLead, openLeadDialog, sendLead } from './lead-dialog.ts';

test('a form given up tells the last field, never what stood in it', async ({ page, funil }) => {
  await page.goto(funil.url);
  await openLeadDialog(page);
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Ana Souza');
  await page.getByRole('textbox', { name: 'WhatsApp' }).focus();
  await page.keyboard.press('Escape');
  await openLeadDialog(page);
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Ana Souza');
  await page.goto('about:blank');
  await expect.poll(() => readEvents(funil, 'form_abandon').length).toBe(2);
  expect(readEvents(funil, 'form_start', 'form_abandon')).toMatchObject([
    { name: 'form_start', payload: { form: 'lead', field: 'nome' } },
    { name: 'form_abandon', payload: { form: 'lead', field: 'telefone' } },
    { name: 'form_start', payload: { form: 'lead', field: 'nome' } },
    { name: 'form_abandon', payload: { form: 'lead', field: 'nome' } },
  ]);
});

test('an application given up is told by its step and field', async ({ page, funil }) => {
  await page.goto(funil.url);
  await page.locator('[data-section="aplicacao"] [data-opens="application"]').first().click();
  const modal = page.getByRole('dialog');
  await modal.getByRole('button', { name: 'APLICAR' }).click();
  await modal.getByLabel('Nome completo').fill('MarcaNome');
  await modal.getByLabel('E-mail').fill('marca@exemplo.com');
  await page.keyboard.press('Escape');
  await page.goto('about:blank');
  await expect.poll(() => readEvents(funil, 'form_abandon').length).toBe(1);
  expect(readEvents(funil, 'cta_click', 'form_start', 'form_abandon')).toMatchObject([
    { name: 'cta_click', secao: 'aplicacao', payload: { opens: 'application' } },
    { name: 'form_start', payload: { form: 'aplicacao', step: 1, field: 'nome' } },
    { name: 'form_abandon', payload: { form: 'aplicacao', step: 1, field: 'email' } },
  ]);
  expect(JSON.stringify(readEvents(funil))).not.toMatch(/marca/i);
});

test('who uses both forms in one visit is one lead to Meta; in another visit, another', async ({
  page,
  funil,
}) => {
  const fbq = await stub(page, 'fbq');
  const leads = () => fbq.filter(([, name]) => name === 'Lead');
  await page.goto(funil.url);
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.reachTheEnd();
  await apply.send.click();
  await expect(apply.title('APLICAÇÃO ENVIADA')).toBeFocused();
  expect(leads()).toHaveLength(1);
  await expect.poll(() => readEvents(funil, 'form_complete').length, { timeout: 10_000 }).toBe(2);

  await page.evaluate(() => localStorage.removeItem('session_tracking_data'));
  await page.reload();
  await apply.reachTheEnd();
  await apply.send.click();
  // What the page calls is told here a moment later.
  await expect.poll(leads).toHaveLength(2);
  await apply.button('Voltar à página principal').click();
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await page.waitForURL('https://checkout.example/**');
  expect(leads()).toHaveLength(2);
});

test('closed while it is sent, an application is complete and not given up', async ({
  page,
  funil,
}) => {
  const release = await holdRequests(page, '**/rest/v1/applications');
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.reachTheEnd();
  await apply.send.click();
  await page.keyboard.press('Escape');
  await apply.start();
  await apply.field('Nome completo').fill('Bia');
  const answered = page.waitForResponse('**/rest/v1/applications');
  release();
  await answered;
  await expect.poll(() => readEvents(funil, 'form_complete').length, { timeout: 10_000 }).toBe(1);
  await page.goto('about:blank');
  await expect.poll(() => readEvents(funil, 'form_abandon').length).toBe(1);
  const told = readEvents(funil, 'form_start', 'form_complete', 'form_abandon');
  const [sent] = funil.rows('applications');
  expect(told.map(({ name, lead_ref }) => [name, lead_ref === sent?.id])).toEqual([
    ['form_start', true],
    ['form_start', false],
    ['form_complete', true],
    ['form_abandon', false],
  ]);
});
