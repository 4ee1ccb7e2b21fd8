import { createLead, expect, insertLeads, openWhatsApp, rowOf, test } from './console-server.ts';

test('searches, selects, calls and opens rows by keyboard @desktop', async ({ page, server }) => {
  const older = await createLead(server);
  const newer = await createLead(server);
  await page.goto('/pessoas/leads');
  await expect(rowOf(page, newer.name)).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Buscar em Leads' });
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(rowOf(page, newer.name).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(rowOf(page, older.name).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByLabel(`Marcar ${older.name}`)).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel(`Marcar ${older.name}`)).not.toBeChecked();
  const { host } = await openWhatsApp(page, () => page.keyboard.press('w'));
  expect(host).toBe('wa.me');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: newer.name })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('article', { name: older.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: older.name })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(rowOf(page, older.name).getByRole('link').first()).toBeFocused();
});

test('focuses a row on the screen first @desktop', async ({ page, server }) => {
  const older = await createLead(server);
  await insertLeads(server, 7);
  const newest = await createLead(server);
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.goto('/pessoas/leads');
  await expect(rowOf(page, newest.name)).toBeVisible();
  await rowOf(page, older.name).scrollIntoViewIfNeeded();
  await page.keyboard.press('j');
  await expect(page.locator('.row-link:focus')).toBeInViewport();
  await expect(page.locator('[data-row="0"] .row-link')).not.toBeFocused();
});

test('opens the webhook’s dialog by keyboard, and returns the focus @desktop', async ({ page }) => {
  await page.goto('/ligacoes/entregas');
  const add = page.getByRole('button', { name: 'Novo webhook' });
  await add.press('Enter');
  await expect(page.getByLabel('Endereço')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();
});
