import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);

test('the header comes after 100 pixels, with glass, and goes again', async ({ page, funil }) => {
  await page.goto(funil.url);
  const header = page.getByRole('banner', { includeHidden: true });
  await expect(header).toBeHidden();
  await scrollTo(page, 100);
  await expect(header).toHaveAttribute('data-glass');
  await expect(header).toBeHidden();
  await scrollTo(page, 101);
  await expect(header).toBeVisible();
  await expect(header.getByRole('button', { name: 'PREENCHER APLICAÇÃO' })).toBeInViewport();
  await scrollTo(page, 50);
  await expect(header).toBeHidden();
  await expect(header).not.toHaveAttribute('data-glass');
});

test('while hidden the header takes no focus', async ({ page, funil }) => {
  await page.goto(funil.url);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Pular para o conteúdo' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('[data-section="hero"] [data-opens="lead"]')).toBeFocused();
});

test('the bar at the top is as wide as the share of the page scrolled', async ({ page, funil }) => {
  await page.goto(funil.url);
  const share = () =>
    page.evaluate(() => {
      const bar = document.querySelector('.scroll-progress');
      return (
        (100 * (bar?.getBoundingClientRect().width ?? 0)) / document.documentElement.clientWidth
      );
    });
  expect(await share()).toBe(0);
  for (const part of [0.25, 0.5, 1]) {
    await page.evaluate((of) => {
      const { scrollHeight } = document.documentElement;
      window.scrollTo({ top: of * (scrollHeight - window.innerHeight), behavior: 'instant' });
    }, part);
    await expect.poll(share).toBeCloseTo(100 * part, 0);
  }
});

test('the counter lights a problem each 800 ms and stops at 4', async ({ page, funil }) => {
  // The clock runs ahead of the tracker's requests, which this test is not about.
  await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 201 }));
  await page.clock.install({ time: new Date('2026-01-05T12:00:00Z') });
  await page.goto(funil.url);
  const counter = page.locator('[data-counter]');
  await expect(counter).toHaveText('0');
  await page.clock.pauseAt(new Date('2026-01-05T12:01:00Z'));
  await counter.scrollIntoViewIfNeeded();
  await expect(counter).toHaveAttribute('data-counter', 'running');
  for (const count of ['1', '2', '3', '4', '4']) {
    await page.clock.runFor(800);
    await expect(counter).toHaveText(count);
    await expect(page.locator('[data-counter-step="lit"]')).toHaveCount(Number(count));
  }
});

test('with reduced motion everything stands there at once and nothing moves', async ({
  page,
  funil,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(funil.url);
  await expect(page.locator('[data-counter]')).toHaveText('4');
  await expect(page.locator('[data-reveal="waiting"]')).toHaveCount(0);
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});

test('parts below the fold rise into place when they come into view', async ({ page, funil }) => {
  await page.goto(funil.url);
  const title = page.locator('[data-reveal]', { hasText: 'Ela automatizou a própria empresa' });
  await expect(title).toHaveAttribute('data-reveal', 'waiting');
  await title.scrollIntoViewIfNeeded();
  await expect(title).toHaveAttribute('data-reveal', 'shown');
  await expect(title).toHaveCSS('opacity', '1');
});

test('a link within the page leads to its section, over parts never seen', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  await page.getByRole('link', { name: 'Quem conduz' }).click();
  await expect(page.locator('#fundador')).toBeInViewport();
});

for (const anchor of ['formulario-aplicacao', 'fundador', 'footer']) {
  test(`a link to #${anchor} leads there`, async ({ page, funil }) => {
    await page.goto(`${funil.url}/#${anchor}`);
    await expect(page.locator(`#${anchor}`)).toBeInViewport();
  });
}
