import { expectErrors } from '../console-errors.ts';
import { expectEvents, waitForTracker } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { cutNetwork, openWithHeldScripts } from '../hold-requests.ts';
import {
  fillLead,
  heroButton,
  openLeadDialog,
  submitButton,
  waitForCheckout,
  waitForLeadForm,
} from '../lead-dialog.ts';

test('opens and closes before hydration, and keeps the typed texts', async ({ page, funil }) => {
  const release = await openWithHeldScripts(page);
  const opener = heroButton(page);
  await opener.click();
  await page.getByRole('button', { name: 'Fechar formulário' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await opener.click();
  await fillLead(page);
  const submit = submitButton(page);
  await expect(submit).toBeEnabled();

  release();
  await waitForLeadForm(page);
  await expect(submit).toBeEnabled();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 98765-4321');
  await submit.click();
  await waitForCheckout(page);
  const [row] = funil.rows('leads');
  expect(row).toMatchObject({ nome: 'Ana Souza', telefone: '(11) 98765-4321' });
  expect(JSON.parse(String(row?.botoes_clicados))[0].secao).toBe('hero');
});

test('does not suspect a form that was sent by Enter before hydration', async ({ page, funil }) => {
  await page.clock.install();
  const release = await openWithHeldScripts(page);
  await openLeadDialog(page);
  await fillLead(page);
  await page.clock.fastForward(5_000);
  await page.getByLabel('WhatsApp').press('Enter');
  release();
  await expect.poll(() => funil.rows('leads')).toMatchObject([{ suspect: null }]);
  await expectEvents(page, funil, 'form_start');
  await expectEvents(page, funil, 'form_complete');
});

test('cancels a submission before hydration by closing the form', async ({ page, funil }) => {
  const release = await openWithHeldScripts(page);
  const opener = heroButton(page);
  await opener.click();
  await fillLead(page);
  await page.getByLabel('WhatsApp').press('Enter');
  await page.keyboard.press('Escape');
  await opener.click();
  release();
  const submit = submitButton(page);
  await waitForLeadForm(page);
  await fillLead(page, 'Bia Lima');
  await submit.click();
  await waitForCheckout(page);
  expect(funil.rows('leads')).toMatchObject([{ nome: 'Bia Lima' }]);
});

test('fetches the page’s scripts again after failures', async ({ page, funil }) => {
  expectErrors(page, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.route('**/_astro/page-late*.js', (route) => route.abort(), { times: 1 });
  const network = await cutNetwork(page, /_astro\/index\.astro/);
  await page.goto('/', { waitUntil: 'load' });
  await expect.poll(network.countFailed).toBeGreaterThan(1);
  await network.restore();
  await waitForTracker(page);
  const bar = page.locator('.scroll-progress');
  const readWidth = () => bar.evaluate((element) => element.style.width);
  await expect.poll(readWidth).toBe('0%');
  await page.mouse.wheel(0, 1_000);
  await expect.poll(async () => Number.parseFloat(await readWidth())).toBeGreaterThan(1);
  await openLeadDialog(page);
  await page.getByLabel('WhatsApp').pressSequentially('11987654321');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 98765-4321');
  await expectEvents(page, funil, 'page_view');
});
