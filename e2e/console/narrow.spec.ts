import type { Locator } from '@playwright/test';
import { createLead, expect, test } from './console-server.ts';
import { expectToFit } from './fit-window.ts';

test('draws a list across the full width of a phone', async ({ page, server }) => {
  await createLead(server);
  await page.goto('/pessoas/leads');
  const list = page.getByRole('region', { name: 'Lista' });
  await expect.poll(() => list.boundingBox()).toMatchObject({ x: 0, width: 360 });
});

test('gives rows their height in a wider window without a resize event', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    window.addEventListener('resize', (event) => event.stopImmediatePropagation(), true);
  });
  await createLead(server);
  await page.goto('/pessoas/leads');
  const row = page.locator('[data-row="0"]');
  await expect(row).toHaveCSS('height', '84px');
  await page.setViewportSize({ width: 1280, height: 740 });
  await expect(row).toHaveCSS('height', '60px');
});

test('keeps a toast clear of the navigation on phone and desktop', async ({ page, server }) => {
  const { name } = await createLead(server);
  await page.goto('/pessoas/leads');
  await page.getByLabel(`Marcar ${name}`).check();
  await page.getByLabel('Mudar o estado dos marcados').selectOption('perdido');
  const dialog = page.getByRole('dialog', { name: 'Aviso' });
  await expect(dialog).toBeVisible();
  const isBeside = async () => {
    const toast = await dialog.boundingBox();
    const bar = await page.getByRole('navigation').first().boundingBox();
    return toast && bar && (toast.x >= bar.x + bar.width || toast.y + toast.height <= bar.y);
  };
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(isBeside, { message: `${width} px` }).toBe(true);
  }
});

test('fits the sign-in into every window', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Hoje' })).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('funil-console-session'));
  await page.goto('/pessoas/leads');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await expectToFit(page);
});

test('fits the form of a webhook into every window', async ({ page }) => {
  await page.goto('/ligacoes/entregas');
  await page.getByRole('button', { name: 'Novo webhook' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectToFit(page);
});

test("centers the state and arrow of the page's checkout on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route('**/console/v1/connections', async (route) => {
    const connections = await (await route.fetch()).json();
    await route.fulfill({ json: { ...connections, checkout_platform: 'hotmart' } });
  });
  await page.goto('/ligacoes');
  const summary = page.locator('summary', { hasText: 'vende na sua página' });
  const middle = async (locator: Locator) => {
    const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {};
    return y + height / 2;
  };
  for (const part of ['.state', '> .icon']) {
    const gap = (await middle(summary.locator(part))) - (await middle(summary));
    expect(Math.abs(gap), part).toBeLessThan(4);
  }
});
