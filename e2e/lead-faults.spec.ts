import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { fillLead, openLeadDialog, submitButton } from './lead-dialog.ts';

async function fillInLead(page: Page) {
  await openLeadDialog(page);
  await fillLead(page);
}

/** The first lead reaches the server, its answer does not reach the page; tells how many were sent. */
async function loseFirstAnswer(page: Page): Promise<() => number> {
  let tries = 0;
  await page.route('**/rest/v1/leads', async (route) => {
    tries += 1;
    if (tries > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  return () => tries;
}

test('keeps the fields when saving fails, and stores one row on the second try', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/503/);
  const keys: (string | undefined)[] = [];
  await page.route('**/rest/v1/leads', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    return route.fulfill({ status: 503, json: { code: 'x', message: 'busy' } });
  });
  await page.goto(funil.url);
  await fillInLead(page);
  await submitButton(page).click();

  await expect(page.getByText('Erro ao salvar').first()).toBeVisible();
  await expect(page.getByText('Ocorreu um erro. Tente novamente.')).toBeVisible();
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
  await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 98765-4321');

  await submitButton(page).click();
  await page.waitForURL('https://checkout.example/**');
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(funil.rows('leads')).toHaveLength(1);
});

test('a row stored behind a lost answer is not stored twice by the retry', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  const countTries = await loseFirstAnswer(page);
  await page.goto(funil.url);
  await fillInLead(page);
  await submitButton(page).click();
  await expect(page.getByText('Ocorreu um erro inesperado. Tente novamente.')).toBeVisible();
  expect(funil.rows('leads')).toHaveLength(1);
  await submitButton(page).click();
  await page.waitForURL('https://checkout.example/**');
  expect(countTries()).toBe(2);
  expect(funil.rows('leads')).toHaveLength(1);
});

test('changed words are a new lead, not a retry of the old one', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  await loseFirstAnswer(page);
  await page.goto(funil.url);
  await fillInLead(page);
  await submitButton(page).click();
  await expect(page.getByText('Ocorreu um erro inesperado. Tente novamente.')).toBeVisible();
  await page.getByLabel('WhatsApp').fill('11987650000');
  await submitButton(page).click();
  await page.waitForURL('https://checkout.example/**');
  expect(funil.rows('leads').map(({ telefone }) => telefone)).toEqual([
    '(11) 98765-4321',
    '(11) 98765-0000',
  ]);
});

test('with the network gone the dialog stays open and says so', async ({
  page,
  funil,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(funil.url);
  await fillInLead(page);
  await expect(submitButton(page)).toBeEnabled();
  await context.setOffline(true);
  await submitButton(page).click();
  await expect(page.getByText('Erro', { exact: true })).toBeVisible();
  await expect(page.getByText('Ocorreu um erro inesperado. Tente novamente.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByLabel('Nome completo')).toHaveValue('Ana Souza');
});

test('two quick presses save once', async ({ page, funil }) => {
  let requests = 0;
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/rest/v1/leads', async (route) => {
    requests += 1;
    await isReleased;
    return route.continue();
  });
  await page.goto(funil.url);
  await fillInLead(page);
  await submitButton(page).dblclick();
  await expect(page.getByRole('button', { name: 'Salvando...' })).toBeDisabled();
  await expect(page.getByLabel('Nome completo')).toBeDisabled();
  release();
  await page.waitForURL('https://checkout.example/**');
  expect(requests).toBe(1);
  expect(funil.rows('leads')).toHaveLength(1);
});

test('a server killed and back again takes the same lead', async ({
  page,
  funil,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/);
  await page.goto(funil.url);
  await fillInLead(page);
  await expect(submitButton(page)).toBeEnabled();
  await funil.stop('SIGKILL');
  await submitButton(page).click();
  await expect(page.getByText('Ocorreu um erro inesperado. Tente novamente.')).toBeVisible();
  await funil.start();
  await submitButton(page).click();
  await page.waitForURL('https://checkout.example/**');
  expect(funil.rows('leads')).toHaveLength(1);
});
