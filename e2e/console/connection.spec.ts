import type { APIResponse } from '@playwright/test';
import { expectErrors } from '../console-errors.ts';
import {
  type ConsoleServer,
  changeContact,
  createLead,
  expect,
  insertLeads,
  type Page,
  rowOf,
  test,
} from './console-server.ts';

/** Opens a list while requests to a URL fail. */
async function openListBlocking(page: Page, server: ConsoleServer, url: string) {
  const { name } = await createLead(server);
  await page.route(url, (route) => route.abort());
  await page.goto('/pessoas/leads');
  return { name, restore: () => page.unroute(url) };
}

/** Opens the first view, and waits for its code, too, because the router would reload a page whose code gets lost. */
async function openToday(page: Page) {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Hoje' })).toBeVisible();
  await expect(page.locator('[data-connection="live"]')).toBeAttached();
}

test('keeps the scrolled row in place when rows arrive, and when the network is lost', async ({
  page,
  server,
}) => {
  expectErrors(page, /ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
  const campaign = `longa-${Date.now()}`;
  const oldest = await createLead(server, { utm_campaign: campaign });
  for (const count of [75, 75]) await insertLeads(server, count, { utm_campaign: campaign });
  await page.goto(`/pessoas/leads?campaign=${campaign}`);
  const row = rowOf(page, oldest.name);
  // Scrolls repeatedly, because the server may not have listed every row yet.
  await expect(async () => {
    await page.locator('.list-scroller').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    expect(await row.evaluateAll((rows) => rows.map(({ ariaPosInSet }) => ariaPosInSet))).toEqual([
      '151',
    ]);
  }).toPass();
  await expect(row).toBeInViewport();
  await expect(page.locator('[data-connection="live"]')).toBeAttached();
  const before = await row.boundingBox();
  // The list keeps two pages of 100 rows.
  await insertLeads(server, 25, { utm_campaign: campaign });
  await expect(row).toHaveAttribute('aria-posinset', '176');
  expect(await row.boundingBox()).toEqual(before);
  const href = await row.locator('.row-link').getAttribute('href');
  await page.context().setOffline(true);
  await expect(page.getByText('Sem internet. O que está na tela')).toBeVisible();
  await expect(row).toBeInViewport();
  await changeContact(server, `lead:${href?.split('/').at(-1)}`, { version: 0, state: 'perdido' });
  await createLead(server, { utm_campaign: campaign });
  await page.context().setOffline(false);
  await expect(page.getByText('O que está na tela')).toHaveCount(0);
  await expect(row.getByText('Perdido')).toBeVisible();
  await expect(row).toHaveAttribute('aria-posinset', '177');
  await expect(row).toBeInViewport();
  // A list that stands at its top shows new rows.
  await page.locator('.list-scroller').evaluate((list) => list.scrollTo(0, 0));
  const newest = await createLead(server, { utm_campaign: campaign });
  await expect(rowOf(page, newest.name)).toBeInViewport();
});

test('opens a view and a dialog that were clicked offline once the internet returns', async ({
  page,
}) => {
  expectErrors(page, /ERR_INTERNET_DISCONNECTED|preload|dynamically imported|Sem internet/);
  await openToday(page);
  await page.context().setOffline(true);
  for (const name of ['Mais', 'Pessoas']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('aparece assim que ela voltar');
  }
  await page.context().setOffline(false);
  await expect(page.getByRole('searchbox', { name: 'Buscar em Leads' })).toBeVisible();

  await page.goto('/mensagens');
  const edit = page.getByRole('button', { name: 'Editar' }).first();
  await expect(edit).toBeVisible();
  await expect(page.locator('[data-connection="live"]')).toBeAttached();
  await page.context().setOffline(true);
  await edit.click();
  await expect(page.getByText('Sem internet. O que está na tela')).toBeVisible();
  await expect(edit).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Editar texto' })).toBeVisible();
});

test('opens a view and a dialog that were clicked during an outage once it ends', async ({
  page,
}) => {
  expectErrors(page, /ERR_FAILED|Failed to fetch|Sem conexão/);
  await openToday(page);
  await page.route('**', (route) => route.abort());
  await expect(page.getByText('Reconectando. O que está na tela')).toBeVisible();
  await page.getByRole('link', { name: 'Vendas', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Sem conexão com o servidor');
  await page.unroute('**');
  await expect(page.getByRole('searchbox', { name: 'Buscar em Vendas' })).toBeVisible();

  await page.goto('/mensagens');
  const edit = page.getByRole('button', { name: 'Editar' }).first();
  await expect(edit).toBeVisible();
  await expect(page.locator('[data-connection="live"]')).toBeAttached();
  await page.route('**', (route) => route.abort());
  await expect(page.getByText('Reconectando. O que está na tela')).toBeVisible();
  let failures = 0;
  page.on('requestfailed', (request) => {
    if (request.url().includes('/DialogPanel-')) failures += 1;
  });
  await edit.click();
  // The console sends a request and repeats it three times before it shows the error.
  await expect.poll(() => failures).toBeGreaterThanOrEqual(4);
  await page.unroute('**');
  await expect(page.getByRole('dialog', { name: 'Editar texto' })).toBeVisible();
});

test('shows why a list cannot be loaded, until a retry', async ({ page, server }) => {
  expectErrors(page, /ERR_FAILED/);
  // Answers every request of `/live` with the first response, because the console would load the list again if the
  // response changed.
  let answer: Promise<APIResponse> | undefined;
  await page.route('**/console/v1/live', async (route) => {
    answer ??= route.fetch();
    await route.fulfill({ response: await answer });
  });
  const { name, restore } = await openListBlocking(page, server, '**/console/v1/leads?*');
  await expect(page.getByRole('alert')).toContainText('Sem conexão com o servidor');
  await restore();
  const retry = page.getByRole('button', { name: 'Tentar de novo' });
  const row = rowOf(page, name);
  await expect(async () => {
    // Clicks only if the row is still missing. On a slow machine a request of `/live` may fail, after which the
    // console loads the list without a click.
    if (!(await row.isVisible())) await retry.click({ timeout: 5_000 });
    await expect(row).toBeVisible({ timeout: 5_000 });
  }).toPass();
});

test('shows all toasts although their code failed to load at first', async ({ page, server }) => {
  expectErrors(page, /ERR_FAILED/);
  const { name, restore } = await openListBlocking(page, server, '**/assets/Toasts-*');
  const row = rowOf(page, name);
  const failedRequest = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/assets/Toasts-'),
  );
  await page.getByLabel(`Marcar ${name}`).check();
  await page.getByLabel('Mudar o estado das marcadas').selectOption('perdido');
  await expect(row.getByText('Perdido')).toBeVisible();
  await failedRequest;
  await restore();
  await page.getByLabel(`Marcar ${name}`).check();
  await page.getByLabel('Mudar o estado das marcadas').selectOption('em_conversa');
  await expect(page.getByText('1 pessoa: perdido.').first()).toBeVisible();
  await expect(page.getByText('1 pessoa: em conversa.').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Avisos' })).toHaveCSS('position', 'fixed');
});
