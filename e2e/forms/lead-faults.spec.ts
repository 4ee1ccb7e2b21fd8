import { expectErrors } from '../console-errors.ts';
import { expectEvents, recordCalls } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { fillLead, openLeadDialog, submitButton, waitForCheckout } from '../lead-dialog.ts';

test('keeps the fields after a failed save, and the idempotency key until a field changes', async ({
  page,
  funil,
}) => {
  expectErrors(page, /503|ERR_FAILED/);
  const keys: (string | undefined)[] = [];
  await page.route('**/rest/v1/leads', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length === 1) {
      return route.fulfill({ status: 503, json: { code: 'x', message: 'busy' } });
    }
    if (keys.length > 2) return route.continue();
    // The server stores the row, but the page gets no response.
    await route.fetch();
    return route.abort();
  });
  const gtag = await recordCalls(page, 'gtag');
  const reported = () => gtag.filter(([, name]) => name === 'generate_lead');
  await page.goto('/');
  await openLeadDialog(page);
  await fillLead(page);
  await submitButton(page).click();
  await expect(page.getByText('Erro ao salvar').first()).toBeVisible();
  await expect(page.getByText('Ocorreu um erro. Tente novamente.')).toBeVisible();
  await expect(page.locator('#lead-dialog .auto-save')).toHaveCSS('color', 'rgb(255, 138, 128)');
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 98765-4321');
  await expect(submitButton(page)).toBeFocused();
  const advice = page.getByText(/^O que você digitou continua aqui/);
  await expect(advice).toHaveCount(0);

  await submitButton(page).click();
  await expect(page.getByText('Ocorreu um erro inesperado. Tente novamente.')).toBeVisible();
  await expect(page.locator('#lead-dialog form').filter({ has: advice })).toBeVisible();
  expect(funil.rows('leads')).toHaveLength(1);
  expect(reported()).toEqual([]);

  await page.getByLabel('WhatsApp').fill('11987650000');
  await submitButton(page).click();
  await waitForCheckout(page);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(funil.rows('leads').map(({ telefone }) => telefone)).toEqual([
    '(11) 98765-4321',
    '(11) 98765-0000',
  ]);
  await expect.poll(reported).toHaveLength(1);
  await expectEvents(page, funil, 'generate_lead');
});

/** A script that makes the page's random ids throw. */
const BREAK_RANDOMNESS = 'crypto.getRandomValues = () => { throw new Error("no entropy") }';

test('reports an exception, keeps the fields, and saves later', async ({ page, funil }) => {
  await page.addInitScript(BREAK_RANDOMNESS);
  await page.goto('/');
  await openLeadDialog(page);
  await fillLead(page);
  await submitButton(page).click();
  await expect(page.getByText('Erro', { exact: true })).toBeVisible();
  await expect(page.getByText('Ocorreu um erro inesperado. Tente novamente.')).toBeVisible();
  await expect(page.locator('#lead-dialog .auto-save')).toHaveText('Erro ao salvar');
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await page.evaluate('void delete crypto.getRandomValues');
  await submitButton(page).click();
  await waitForCheckout(page);
  expect(funil.rows('leads')).toHaveLength(1);
});

test('opens the forms’ own pages in a browser without dialogs', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal');
  });
  await page.goto('/?utm_source=ig');
  await page.locator('[data-opens=application]').last().click();
  await expect(page).toHaveURL(/\/formulario\/aplicacao$/);
  await page.goto('/?utm_source=ig');
  await page.locator('[data-opens=lead]').first().click();
  await expect(page).toHaveURL(/\/formulario\/lead$/);
  await expect(page.locator('[name=utm_source]')).toHaveValue('ig');
});
