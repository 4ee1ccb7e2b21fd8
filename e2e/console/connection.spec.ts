import type { Page } from '@playwright/test';
import { makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { arrive, changeElsewhere, type Desk, expect, rowOf, test } from './desk.ts';

/** Opens the list with somebody in it, while what is asked for at an address is lost. */
async function openListWithout(page: Page, desk: Desk, address: string) {
  const { name } = await arrive(desk);
  await page.route(address, (route) => route.abort());
  await page.goto('/leads');
  return { name, restore: () => page.unroute(address) };
}

test('a page that was offline says so, and is right by itself afterwards', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
  const before = await arrive(desk);
  await page.goto('/leads');
  await expect(rowOf(page, before.name)).toBeVisible();
  await expect(page.locator('[data-connection="live"]')).toBeAttached();
  await page.context().setOffline(true);
  await expect(page.getByText('Sem internet. O que está na tela')).toBeVisible();
  await expect(rowOf(page, before.name)).toBeVisible();
  const meanwhile = await arrive(desk);
  await page.context().setOffline(false);
  await expect(page.getByText('O que está na tela')).toHaveCount(0);
  await expect(rowOf(page, meanwhile.name)).toBeVisible();
});

test('what was scrolled to is right, and where it was, after a gap', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
  const campaign = `longa-${Date.now()}`;
  const first = await arrive(desk, { utm_campaign: campaign });
  for (let count = 0; count < 4; count += 1) {
    const others = Array.from({ length: 60 }, () => makeLead({ utm_campaign: campaign }));
    expect((await insert(desk.funil.url, 'leads', others)).status).toBe(201);
  }
  await page.goto(`/leads?campaign=${campaign}`);
  const row = rowOf(page, first.name);
  await expect(async () => {
    await page.locator('.list-scroller').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    // Rows still come in for a while, and the list is as long as all of them.
    await expect(row).toHaveAttribute('aria-setsize', '241', { timeout: 500 });
    await expect(row).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(page.locator('[data-connection="live"]')).toBeAttached();
  const id = await row.locator('[data-id]').getAttribute('data-id');
  await page.context().setOffline(true);
  await expect(page.getByText('Sem internet. O que está na tela')).toBeVisible();
  await changeElsewhere(desk, id ?? undefined, { version: 0, state: 'perdido' });
  await page.context().setOffline(false);
  await expect(row.getByText('Perdido')).toBeVisible();
  await expect(row).toBeInViewport();
});

test('what cannot be read says why, and can be tried again', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  const { name, restore } = await openListWithout(page, desk, '**/console/v1/leads?*');
  await expect(page.getByRole('alert')).toContainText('Sem conexão com o servidor');
  await restore();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(rowOf(page, name)).toBeVisible();
});

test('a tab that nobody looks at gives its connection back, and is right when it is shown', async ({
  page,
  desk,
}) => {
  await page.clock.install();
  const before = await arrive(desk);
  await page.goto('/leads');
  await expect(rowOf(page, before.name)).toBeVisible();
  await expect(page.locator('[data-connection="live"]')).toBeAttached();
  const turn = (hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/live'));
  await turn(true);
  await page.clock.runFor(10_000);
  await ended;
  const meanwhile = await arrive(desk);
  await expect(page.locator('[data-connection="starting"]')).toBeAttached();
  await expect(rowOf(page, meanwhile.name)).toHaveCount(0);
  await turn(false);
  await expect(page.locator('[data-connection="live"]')).toBeAttached();
  await expect(rowOf(page, meanwhile.name)).toBeVisible();
});

test('a first notice that was told while its code could not come is shown once it can', async ({
  page,
  desk,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  const { name, restore } = await openListWithout(page, desk, '**/assets/Notices-*');
  const row = rowOf(page, name);
  const code = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/assets/Notices-'),
  );
  await page.getByLabel(`Marcar ${name}`).check();
  await page.getByLabel('Mudar o estado dos marcados').selectOption('perdido');
  await expect(row.getByText('Perdido')).toBeVisible();
  await code;
  await restore();
  await page.getByLabel(`Marcar ${name}`).check();
  await page.getByLabel('Mudar o estado dos marcados').selectOption('aprovado');
  await expect(page.getByText('1 pessoa: perdido.').first()).toBeVisible();
  await expect(page.getByText('1 pessoa: aprovado.').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Avisos' })).toHaveCSS('position', 'fixed');
});

test('seven tabs share one stream, stay live and answer; another leads when one is closed or kept', async ({
  context,
  desk,
}) => {
  const streams = new Set<Page>();
  context.on('request', (request) => {
    if (request.url().endsWith('/live')) streams.add(request.frame().page());
  });
  const before = await arrive(desk);
  const tabs: Page[] = [];
  for (let count = 0; count < 7; count += 1) {
    const tab = await context.newPage();
    await tab.goto('/leads');
    await expect(rowOf(tab, before.name)).toBeVisible();
    await expect(tab.locator('[data-connection="live"]')).toBeAttached();
    tabs.push(tab);
  }
  expect(streams.size).toBe(1);
  const second = await arrive(desk);
  for (const tab of tabs) await expect(rowOf(tab, second.name)).toBeVisible();
  await tabs[0]?.close();
  await expect.poll(() => streams.size).toBe(2);
  const third = await arrive(desk);
  for (const tab of tabs.slice(1)) await expect(rowOf(tab, third.name)).toBeVisible();

  // As when the browser keeps the page for going back.
  const leader = [...streams][1];
  await leader?.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  await expect.poll(() => streams.size).toBe(3);
  await leader?.evaluate(() => window.dispatchEvent(new Event('pageshow')));
  const fourth = await arrive(desk);
  for (const tab of tabs.slice(1)) await expect(rowOf(tab, fourth.name)).toBeVisible();
  expect(streams.size).toBe(3);
});

test('a page that is left and gone back to is live and right', async ({ page, desk }) => {
  const before = await arrive(desk);
  await page.goto('/leads');
  await expect(page.locator('[data-connection="live"]')).toBeAttached();
  await page.goto('about:blank');
  const meanwhile = await arrive(desk);
  await page.goBack();
  await expect(page.locator('[data-connection="live"]')).toBeAttached();
  await expect(rowOf(page, before.name)).toBeVisible();
  await expect(rowOf(page, meanwhile.name)).toBeVisible();
});
