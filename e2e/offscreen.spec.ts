import type { Page } from '@playwright/test';
import { expect, test } from './shared-server.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);

test('wires rest behind a dialog and out of the window, and go on after', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const statesIn = (section: string) =>
    page.evaluate((name) => {
      const all = document.getAnimations().filter(({ effect }) => {
        const { target } = effect as KeyframeEffect;
        return target?.closest(`[data-section="${name}"] :is(.wire-x, .wire-y, .wire-pulse)`);
      });
      return [...new Set(all.map(({ playState }) => playState))];
    }, section);
  await expect.poll(() => statesIn('hero')).toEqual(['running']);
  await page.locator('[data-section="hero"] [data-opens="lead"]').click();
  await expect.poll(() => statesIn('hero')).toEqual(['paused']);
  await page.keyboard.press('Escape');
  await expect.poll(() => statesIn('hero')).toEqual(['running']);
  await page.locator('[data-section="aplicacao"] [data-opens]').scrollIntoViewIfNeeded();
  await expect.poll(() => statesIn('aplicacao')).toEqual(['running']);
  await expect.poll(() => statesIn('hero')).not.toContain('running');
});

test('far from the window the first section is not drawn, nor do its wires move', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const isDrawn = () =>
    page
      .locator('[data-section="hero"] .wire-pulse')
      .first()
      .evaluate((wire) => wire.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isDrawn()).toBe(true);
  await page.locator('[data-section="oferta"]').scrollIntoViewIfNeeded();
  await expect.poll(isDrawn).toBe(false);
  await scrollTo(page, 0);
  await expect.poll(isDrawn).toBe(true);
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
