import { fillPersonal } from '../../testkit/forms/application-form.ts';
import { expectErrors } from '../console-errors.ts';
import { expect, test } from '../fixtures.ts';
import { cutNetwork } from '../hold-requests.ts';
import {
  fillLead,
  openLeadDialog,
  saveLead,
  sendLead,
  submitButton,
  waitForCheckout,
  waitForLeadForm,
} from '../lead-dialog.ts';
import { expectNoViolations } from '../no-violations.ts';
import { drivePage } from '../page-driver.ts';

const SCRIPT_FILES = /_astro\/.*\.js/;
const QUERY = '?utm_source=instagram&utm_campaign=abril';
const UTMS = { utm_source: 'instagram', utm_medium: 'social', utm_campaign: 'abril' };

test('stores a lead whose scripts were refused, with its UTMs', async ({ page, funil }) => {
  expectErrors(page, /ERR_|dynamically imported module/);
  const network = await cutNetwork(page, SCRIPT_FILES);
  await page.goto(`/${QUERY}`, { waitUntil: 'load' });
  await expect.poll(network.countFailed).toBeGreaterThan(0);
  await saveLead(page);
  expect(funil.rows('leads')).toMatchObject([{ nome: 'Ana Souza', ...UTMS }]);
  expect(funil.events()).toEqual([]);
});

test('stores an application whose scripts were refused', async ({ page, modal, funil }) => {
  expectErrors(page, /ERR_|dynamically imported module|422/);
  await cutNetwork(page, SCRIPT_FILES);
  await page.goto(`/${QUERY}`, { waitUntil: 'load' });
  await page.locator('[data-section="aplicacao"] [data-opens]').click();
  await modal.button('APLICAR').click();
  await page.waitForURL('**/formulario/aplicacao');
  const driver = drivePage(page);
  await fillPersonal(driver);
  await page.getByLabel('Instagram').fill('@ana souza');
  // Turns off the browser's own check, which would stop at the first empty field.
  await page
    .locator('form')
    .evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''));
  await page.getByRole('button', { name: 'ENVIAR APLICAÇÃO' }).click();
  await expect(page.getByText('Selecione um cronograma')).toBeVisible();
  await expect(page.getByText('Instagram deve começar com @ (ex: @usuario)')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('ana@souza.com.br');
  await expectNoViolations(page);
  await page.getByLabel('Instagram').fill('@ana.souza');
  await page.getByLabel('Empresa ou negócio').fill('Souza & Filhas');
  await page.getByLabel('Cargo').fill('sócia');
  await page.getByLabel('Faturamento mensal').selectOption('10k-30k');
  await page.getByLabel('Principais desafios').fill('Ninguém sabe\no que eu faço.');
  await page.getByLabel('Em quanto tempo').selectOption('3anos+');
  await page.getByRole('button', { name: 'ENVIAR APLICAÇÃO' }).click();
  const title = page.getByRole('heading', { level: 1, name: 'APLICAÇÃO ENVIADA' });
  await expect(title).not.toHaveAttribute('lang');
  const confirmationText = page.getByText('Recebemos tudo.');
  const readSize = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  expect(await title.evaluate(readSize)).toBeGreaterThan(await confirmationText.evaluate(readSize));
  await expectNoViolations(page);
  expect(funil.rows('applications')).toMatchObject([
    {
      ...UTMS,
      ...{ nome: 'Ana Souza', whatsapp: '+55 (11) 98765-4321', instagram: '@ana.souza' },
      ...{ principais_desafios: 'Ninguém sabe\no que eu faço.', faturamento: '10k-30k' },
    },
  ]);
  await page.goto('/formulario/lead', { waitUntil: 'load' });
  await expectNoViolations(page);
});

test('stores one lead when the scripts arrive after the form was sent', async ({ page, funil }) => {
  expectErrors(page, /ERR_|dynamically imported module/);
  const network = await cutNetwork(page, SCRIPT_FILES);
  // The page gets no response, and the visitor stays on it.
  await page.route('**/formulario/lead', async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.fulfill({ status: 204 });
  });
  await page.goto('/', { waitUntil: 'load' });
  await expect.poll(network.countFailed).toBeGreaterThan(0);
  await openLeadDialog(page);
  await fillLead(page);
  await sendLead(page);
  await expect.poll(() => funil.rows('leads').length).toBe(1);
  await page.unroute(SCRIPT_FILES);
  await waitForLeadForm(page);
  await submitButton(page).click();
  await waitForCheckout(page);
  expect(funil.rows('leads')).toHaveLength(1);
});
