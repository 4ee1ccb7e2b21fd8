import { randomUUID } from 'node:crypto';
import { expectErrors } from '../console-errors.ts';
import { createLead, expect, rowOf, test } from './console-server.ts';
import { addOperator, signIn } from './operator-session.ts';

test('sets the chosen theme before the application arrives', async ({ page }) => {
  expectErrors(page, /ERR_FAILED/);
  await page.addInitScript(() => localStorage.setItem('funil-console-theme', 'dark'));
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('draws only rows in the window and requests shared data once', async ({ page, server }) => {
  const { name } = await createLead(server);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.route(/\/console\/v1\/leads\?.*limit=100$/, async (route) => {
    const response = await route.fetch();
    const { items, next } = await response.json();
    const many = Array.from({ length: 100 }, (_, index) => ({
      ...items[0],
      subject: `lead:${1_000_000 + index}`,
      name: `${name} ${index}`,
    }));
    await route.fulfill({ response, json: { items: many, next } });
  });
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const rows = document.querySelectorAll('[data-row]').length;
      const { maxRows } = document.documentElement.dataset;
      document.documentElement.dataset.maxRows = String(Math.max(Number(maxRows ?? 0), rows));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/pessoas/leads');
  await expect(rowOf(page, `${name} 0`)).toBeVisible();
  expect(Number(await page.locator('html').getAttribute('data-max-rows'))).toBeLessThan(40);
  for (const path of ['/console/v1/templates', '/console/v1/context']) {
    expect(requested.filter((requestedPath) => requestedPath === path)).toHaveLength(1);
  }
  // The page may request the list again while the test ends.
  await page.unrouteAll({ behavior: 'wait' });
});

test('renews a token that expired while the browser was closed', async ({ page, server }) => {
  const { name } = await createLead(server);
  // A separate session, because renewing rotates the refresh token.
  const email = `bia.${randomUUID()}@escola.test`;
  await addOperator(server.funil.dataDir, email);
  const session = await signIn(server.url, email);
  await page.addInitScript(
    (old) => {
      if (sessionStorage.getItem('expired') !== null) return;
      sessionStorage.setItem('expired', 'yes');
      localStorage.setItem('funil-console-session', old);
    },
    JSON.stringify({ ...session, expires_at: 1 }),
  );
  const answered = page.waitForResponse((response) => response.url().includes('/auth/v1/token'));
  await page.goto('/pessoas/leads');
  const renewed = await (await answered).json();
  await expect(rowOf(page, name)).toBeVisible();
  const stored = await page.evaluate(() => localStorage.getItem('funil-console-session'));
  expect(JSON.parse(stored ?? '{}').access_token).toBe(renewed.access_token);
  await page.reload();
  await expect(rowOf(page, name)).toBeVisible();
});
