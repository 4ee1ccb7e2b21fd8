import { createLead, expect, test } from './console-server.ts';

/** Script that a view's first load may bring, in bytes as they are sent. */
const MAX_SCRIPT_BYTES = 150_000;
const VIEWS = [
  '/',
  '/leads',
  '/mensagens',
  '/vendas',
  '/relatorio',
  '/entregas',
  '/pessoas',
  '/conta',
];

test('loads no more script than the budget in any view', async ({ page, server }) => {
  await createLead(server);
  for (const path of VIEWS) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[data-connection="live"]')).toBeAttached();
    await expect(page.getByText('Carregando…')).toHaveCount(0);
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => name.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    expect(bytes, path).toBeGreaterThan(50_000);
    expect(bytes, path).toBeLessThan(MAX_SCRIPT_BYTES);
  }
});
