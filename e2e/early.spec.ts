import { cutLine } from './cut-line.ts';
import { readEvents, waitForTracker } from './events.ts';
import { expect, test } from './fixtures.ts';
import { holdScripts } from './hold-requests.ts';
import { fillLead, submitButton } from './lead-dialog.ts';

test('a click opens the dialog before React has arrived, and nothing typed is lost', async ({
  page,
  funil,
}) => {
  const release = await holdScripts(page);
  await page.goto(funil.url, { waitUntil: 'commit' });
  await page.locator('[data-section="hero"] [data-opens="lead"]').click();
  await expect(page.getByRole('dialog')).toBeVisible();
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

test('the dialog closes without React', async ({ page, funil }) => {
  await page.route('**/_astro/*.js', () => new Promise(() => {}));
  await page.goto(funil.url, { waitUntil: 'commit' });
  await page.locator('[data-section="hero"] [data-opens="lead"]').click();
  await page.getByRole('button', { name: 'Fechar formulário' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});

for (const way of ['Enter', 'the button'] as const) {
  test(`filled in and sent by ${way} before React has arrived, it is saved once it is there`, async ({
    page,
    funil,
  }) => {
    const release = await holdScripts(page);
    await page.goto(funil.url, { waitUntil: 'commit' });
    await page.locator('[data-section="hero"] [data-opens="lead"]').click();
    await fillLead(page);
    const submit = submitButton(page);
    if (way === 'Enter') await page.getByLabel('WhatsApp').press('Enter');
    else await submit.click({ force: true });
    await expect(page.getByRole('dialog')).toBeVisible();
    release();
    await page.waitForURL('https://checkout.example/**');
    expect(funil.rows('leads')).toMatchObject([{ nome: 'Ana Souza', telefone: '(11) 98765-4321' }]);
    const started = ['form_start', 'form_complete'];
    await expect.poll(() => readEvents(funil, ...started).length).toBe(2);
  });
}

test('who filled it in while React was still on its way is not taken for a robot', async ({
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

test('sent early with a field missing, it says what is missing once React is there', async ({
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

test('sent early, closed and opened again, nothing is sent by itself', async ({ page, funil }) => {
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
  ['form', /_astro\/LeadDialog/],
  ['React client', /_astro\/client/],
  ['part that several share', /_astro\/Emphasis/],
] as const) {
  test(`sent while the line is gone and the ${what} with it, it is saved once the line is back`, async ({
    page,
    funil,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED|dynamically imported module/);
    const line = await cutLine(page, files);
    await page.goto(funil.url);
    await page.locator('[data-section="hero"] [data-opens="lead"]').click();
    await fillLead(page);
    await page.getByLabel('WhatsApp').press('Enter');
    // Astro's loader itself asks no more than twice.
    await expect.poll(line.countLost, { timeout: 10_000 }).toBeGreaterThan(2);
    await line.restore();
    await page.waitForURL('https://checkout.example/**', { timeout: 15_000 });
    expect(funil.rows('leads')).toMatchObject([{ nome: 'Ana Souza', telefone: '(11) 98765-4321' }]);
    await expect.poll(() => readEvents(funil, 'generate_lead').length).toBe(1);
  });
}

test('the page’s own script comes again, too, and the phone is written as one types', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  const line = await cutLine(page, /_astro\/index\.astro/);
  await page.goto(funil.url, { waitUntil: 'load' });
  await expect.poll(line.countLost).toBeGreaterThan(1);
  await line.restore();
  await waitForTracker(page);
  await page.locator('[data-section="hero"] [data-opens="lead"]').click();
  await page.getByLabel('WhatsApp').pressSequentially('11987654321');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 98765-4321');
  await expect.poll(() => readEvents(funil, 'page_view').length).toBe(1);
});

test('a script whose line was gone for a moment comes again, and the bar moves with the page', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.route('**/_astro/page-late*.js', (route) => route.abort(), { times: 1 });
  await page.goto(funil.url);
  const bar = page.locator('.scroll-progress');
  await expect
    .poll(() => bar.evaluate((element) => element.style.width), { timeout: 10_000 })
    .toBe('0%');
  await page.mouse.wheel(0, 1_000);
  await expect
    .poll(() => bar.evaluate((element) => parseFloat(element.style.width)))
    .toBeGreaterThan(1);
});
