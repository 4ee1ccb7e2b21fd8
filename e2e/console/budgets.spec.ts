import { createLead, expect, test } from './console-server.ts';

/** Limit for the scripts of a view's first load, compressed. */
const MAX_SCRIPT_BYTES = 150_000;
const VIEWS = [
  '/',
  '/leads',
  '/mensagens',
  '/vendas',
  '/relatorio',
  '/anuncios',
  '/anuncios/links',
  '/pagina',
  '/entregas',
  '/pessoas',
  '/conta',
];

test('loads less script than the budget in every view', async ({ page, server }) => {
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
