import { expectEvents, waitForTracker } from './events.ts';
import { expect, test } from './fixtures.ts';
import { cutNetwork, holdScripts } from './hold-requests.ts';
import { fillLead, submitButton } from './lead-dialog.ts';

test('a click opens and closes the dialog before React has arrived, and nothing typed is lost', async ({
  page,
  funil,
}) => {
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  const opener = page.locator('[data-section="hero"] [data-opens="lead"]');
  await opener.click();
  await page.getByRole('button', { name: 'Fechar formulário' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await opener.click();
  await fillLead(page);
  const submit = submitButton(page);
  await expect(submit).toBeDisabled();

  release();
  await expect(submit).toBeEnabled();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 98765-4321');
  await submit.click();
  await page.waitForURL('https://checkout.example/**');
  const [row] = funil.rows('leads');
  expect(row).toMatchObject({ nome: 'Ana Souza', telefone: '(11) 98765-4321' });
  expect(JSON.parse(String(row?.botoes_clicados))[0].secao).toBe('hero');
});

test('a form sent by its button before React has arrived is saved once React is there', async ({
  page,
  funil,
}) => {
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  await page.locator('[data-section="hero"] [data-opens="lead"]').click();
  await fillLead(page);
  await submitButton(page).click({ force: true });
  await expect(page.getByRole('dialog')).toBeVisible();
  release();
  await page.waitForURL('https://checkout.example/**');
  expect(funil.rows('leads')).toMatchObject([{ nome: 'Ana Souza', telefone: '(11) 98765-4321' }]);
  await expectEvents(page, funil, 'form_start');
  await expectEvents(page, funil, 'form_complete');
});

test('a form sent by Enter before React has arrived is saved, and no robot is suspected', async ({
  page,
  funil,
}) => {
  await page.clock.install();
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  await page.locator('[data-section="hero"] [data-opens="lead"]').click();
  await fillLead(page);
  await page.clock.fastForward(5_000);
  await page.getByLabel('WhatsApp').press('Enter');
  release();
  await expect.poll(() => funil.rows('leads')).toMatchObject([{ suspect: null }]);
});

test('a form sent early with a field missing says what is missing once React is there', async ({
  page,
  funil,
}) => {
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  await page.locator('[data-section="hero"] [data-opens="lead"]').click();
  await page.getByLabel('Nome completo').fill('Ana Souza');
  await page.getByLabel('Nome completo').press('Enter');
  release();
  await expect(page.getByText('Dados incompletos')).toBeVisible();
  await expect(page.getByText('WhatsApp inválido (mínimo 10 dígitos)')).toBeVisible();
  expect(funil.rows('leads')).toEqual([]);
});

test('a form sent early, closed and opened again is not sent by itself', async ({
  page,
  funil,
}) => {
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  const opener = page.locator('[data-section="hero"] [data-opens="lead"]');
  await opener.click();
  await fillLead(page);
  await page.getByLabel('WhatsApp').press('Enter');
  await page.keyboard.press('Escape');
  await opener.click();
  release();
  const submit = submitButton(page);
  await expect(submit).toBeEnabled();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  expect(funil.rows('leads')).toEqual([]);
});

for (const [what, files] of [
  ['form and the React client', /_astro\/(LeadDialog|client)/],
  ['part that several share', /_astro\/Emphasis/],
] as const) {
  test(`a form sent while the ${what} cannot be fetched is saved once the line is back`, async ({
    page,
    funil,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED|dynamically imported module/);
    const line = await cutNetwork(page, files);
    await page.goto(funil.url);
    await page.locator('[data-section="hero"] [data-opens="lead"]').click();
    await fillLead(page);
    await page.getByLabel('WhatsApp').press('Enter');
    // Astro's loader itself asks no more than twice.
    await expect.poll(line.countLost, { timeout: 10_000 }).toBeGreaterThan(2);
    await line.restore();
    await page.waitForURL('https://checkout.example/**', { timeout: 15_000 });
    expect(funil.rows('leads')).toMatchObject([{ nome: 'Ana Souza', telefone: '(11) 98765-4321' }]);
    await expectEvents(page, funil, 'generate_lead');
  });
}

test('the page’s own scripts are fetched again when they were lost', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.route('**/_astro/page-late*.js', (route) => route.abort(), { times: 1 });
  const line = await cutNetwork(page, /_astro\/index\.astro/);
  await page.goto(funil.url, { waitUntil: 'load' });
  await expect.poll(line.countLost).toBeGreaterThan(1);
  await line.restore();
  await waitForTracker(page);
  const bar = page.locator('.scroll-progress');
  const readWidth = () => bar.evaluate((element) => element.style.width);
  await expect.poll(readWidth, { timeout: 10_000 }).toBe('0%');
  await page.mouse.wheel(0, 1_000);
  await expect.poll(async () => Number.parseFloat(await readWidth())).toBeGreaterThan(1);
  await page.locator('[data-section="hero"] [data-opens="lead"]').click();
  await page.getByLabel('WhatsApp').pressSequentially('11987654321');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 98765-4321');
  await expectEvents(page, funil, 'page_view');
});
