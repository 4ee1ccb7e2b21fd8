import type { Page } from '@playwright/test';
import { arrive, expect, test } from './desk.ts';

/** Script that a view's first load may bring, in bytes as they are sent. */
const MOST_SCRIPT = 150_000;
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

/** What the sign-in's client weighs, which comes after the first view. */
async function weighLate(page: Page): Promise<number> {
  const late = page.waitForResponse((response) => /\/assets\/auth-[^/]*\.js$/.test(response.url()));
  await page.goto('/');
  return Number((await late).headers()['content-length']);
}

test('no view brings more script than the budget', async ({ page, desk }) => {
  await arrive(desk);
  const late = await weighLate(page);
  expect(late).toBeGreaterThan(10_000);
  for (const path of VIEWS) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[data-connection="live"]')).toBeAttached();
    await expect(page.getByText('Carregando…')).toHaveCount(0);
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => name.endsWith('.js') && !name.includes('/assets/auth-'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    expect(bytes, path).toBeGreaterThan(50_000);
    expect(bytes + late, path).toBeLessThan(MOST_SCRIPT);
  }
});
