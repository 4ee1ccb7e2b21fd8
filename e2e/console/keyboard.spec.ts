import { makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { createLead, expect, makePhone, rowOf, test } from './console-server.ts';

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
  const popup = page.waitForEvent('popup');
  await page.keyboard.press('w');
  expect((await popup).url()).toContain('https://wa.me/');
  await page.bringToFront();
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

test('moves to a row on the screen when none has focus @desktop', async ({ page, server }) => {
  const oldest = await createLead(server);
  const others = Array.from({ length: 7 }, () => makeLead({ telefone: makePhone() }));
  expect((await insert(server.funil.url, 'leads', others)).status).toBe(201);
  const newest = await createLead(server);
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.goto('/pessoas/leads');
  await expect(rowOf(page, newest.name)).toBeVisible();
  await rowOf(page, oldest.name).scrollIntoViewIfNeeded();
  await page.keyboard.press('j');
  await expect(page.locator('.row-link:focus')).toBeInViewport();
  await expect(page.locator('[data-row="0"] .row-link')).not.toBeFocused();
});

test('types into the first field of a dialog @desktop', async ({ page }) => {
  await page.goto('/ligacoes/entregas');
  await page.getByRole('button', { name: 'Novo webhook' }).press('Enter');
  await expect(page.getByLabel('Endereço')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Novo webhook' })).toBeFocused();
});
