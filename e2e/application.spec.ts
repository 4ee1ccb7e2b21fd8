import type { Page } from '@playwright/test';
import { ANSWERS, CONTACT } from '../testkit/application-form.ts';
import { Apply } from './apply.ts';
import { expect, test } from './fixtures.ts';

/** Plays the advertising pixel, and keeps each lead it is told of. */
async function playPixel(page: Page) {
  await page.addInitScript(() => {
    const calls: unknown[][] = [];
    Object.assign(window, {
      fbq: (...call: unknown[]) => call[1] === 'Lead' && calls.push(call),
      pixelCalls: calls,
    });
  });
  return () => page.evaluate(() => (window as unknown as { pixelCalls: unknown[][] }).pixelCalls);
}

test('an applicant goes from the header to the confirmation, everything stored', async ({
  page,
  funil,
}) => {
  const readPixel = await playPixel(page);
  await page.goto(`${funil.url}/?utm_source=bio&utm_campaign=mentoria`);
  const apply = new Apply(page);
  const before = Date.now();
  await apply.reachTheEnd();
  expect(await readPixel()).toEqual([]);
  await apply.send.click();

  await expect(apply.title('APLICAÇÃO ENVIADA')).toBeFocused();
  await expect(apply.dialog.getByText('em até 48 horas')).toBeVisible();
  await expect(page.getByText('Aplicação enviada com sucesso!')).toBeVisible();
  const rest = 'Seus dados foram registrados. Em breve entraremos em contato.';
  await expect(page.getByText(rest)).toBeVisible();

  const [application, ...others] = funil.rows('applications');
  expect(others).toEqual([]);
  expect(application).toMatchObject({
    ...CONTACT,
    ...ANSWERS,
    objetivos_movimento: '',
    orcamento_investimento: '',
    utm_source: 'bio',
    utm_medium: 'organico',
    utm_campaign: 'mentoria',
    utm_content: '',
    utm_term: '',
    paginas_visitadas: 1,
  });
  expect(application?.tempo_jornada_segundos).toEqual(expect.any(Number));
  expect(Date.parse(String(application?.origem_timestamp))).toBeLessThanOrEqual(Date.now());

  const id = String(application?.id);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const openedAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  expect(openedAt).toBeGreaterThanOrEqual(before);
  expect(openedAt).toBeLessThanOrEqual(Date.now());
  const [draft, ...otherDrafts] = funil.rows('application_drafts');
  expect(otherDrafts).toEqual([]);
  expect(draft).toMatchObject({ id, ...CONTACT });
  await expect.poll(readPixel).toEqual([['track', 'Lead', {}, { eventID: id }]]);

  await apply.button('Voltar à página principal').click();
  await expect(apply.dialog).toBeHidden();
  await expect(apply.opener).toBeFocused();
});

test('an abandoned application leaves its contact behind', async ({ page, funil }) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  await apply.start();
  await apply.fillPersonal();
  await apply.next.click();
  await expect(apply.indicator).toHaveText(/^Salvo \d{2}:\d{2}$/);
  await page.keyboard.press('Escape');
  expect(funil.rows('applications')).toEqual([]);
  expect(funil.rows('application_drafts')).toMatchObject([CONTACT]);
  const [draft] = funil.rows('application_drafts');
  // By the application's id the operator sees which step was reached.
  const readAbandon = () => funil.rows('jornada').find(({ name }) => name === 'form_abandon');
  await expect.poll(readAbandon, { timeout: 10_000 }).toMatchObject({ lead_ref: draft?.id });
  expect(JSON.parse(String(readAbandon()?.payload))).toMatchObject({ step: 2 });
});

for (const way of ['Escape', 'Fechar aplicação'] as const) {
  test(`${way} closes; opened again it is empty, on the welcome step`, async ({ page, funil }) => {
    await page.goto(funil.url);
    const apply = new Apply(page);
    await apply.start();
    await apply.fillPersonal();
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await apply.button(way).click();
    await expect(apply.dialog).toBeHidden();
    await expect(apply.opener).toBeFocused();

    await apply.open();
    await expect(apply.title('Aplique para a mentoria')).toBeFocused();
    await apply.button('APLICAR').click();
    await expect(apply.field('Nome completo')).toHaveValue('');
    await expect(apply.field('E-mail')).toHaveValue('');
    await expect(apply.field('WhatsApp')).toHaveValue('');
    await expect(apply.field('Instagram')).toHaveValue('@');
    await expect(apply.next).toBeDisabled();
  });
}

test('each opening is another application', async ({ page, funil }) => {
  await page.goto(funil.url);
  const apply = new Apply(page);
  for (const count of [1, 2]) {
    await apply.start();
    await apply.fillPersonal();
    await apply.next.click();
    await expect(apply.title('Informações da Empresa')).toBeFocused();
    await expect(apply.indicator).toContainText('Salvo');
    await page.keyboard.press('Escape');
    await expect.poll(() => funil.rows('application_drafts').length).toBe(count);
  }
});
