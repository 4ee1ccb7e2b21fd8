import type { Page } from '@playwright/test';
import { layOutPage } from './page-layout.ts';
import { expect, test } from './shared-server.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('shows everything at once without animations with reduced motion', async ({ page, funil }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(funil.url);
  await expect(page.locator('[data-counter]')).toHaveText('4');
  await expect(page.locator('[data-reveal="waiting"]')).toHaveCount(0);
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});

/** Scrolls until the given share of a section is in view. */
async function scrollToShare(page: Page, section: string, share: number) {
  await expect(async () => {
    const seen = await page.locator(`[data-section="${section}"]`).evaluate((element, share) => {
      const { top, height } = element.getBoundingClientRect();
      window.scrollBy({ top: top + share * height - window.innerHeight, behavior: 'instant' });
      const box = element.getBoundingClientRect();
      return (window.innerHeight - box.top) / box.height;
    }, share);
    expect(Math.abs(seen - share)).toBeLessThan(0.01);
  }).toPass();
}

test('reveals sections below the fold when a part is in view or focused', async ({
  page,
  funil,
}) => {
  const section = (name: string) => page.locator(`[data-section="${name}"]`);
  await page.goto(funil.url);
  await expect(page.locator('[data-section][data-reveal="waiting"]')).toHaveCount(12);
  // Sections laid out on the way would move the target.
  await layOutPage(page);
  for (const name of ['casos', 'oferta']) {
    await expect(section(name).locator('> div').first()).toHaveCSS('opacity', '0');
    await scrollToShare(page, name, 0.08);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    await expect(section(name)).toHaveAttribute('data-reveal', 'waiting');
    // Pictures that load change the section's height.
    await expect(async () => {
      await scrollToShare(page, name, 0.16);
      await expect(section(name)).toHaveAttribute('data-reveal', 'shown', { timeout: 500 });
    }).toPass();
    await expect(section(name).locator('> div').first()).toHaveCSS('opacity', '1');
  }
  await expect(section('equipe')).toHaveAttribute('data-reveal', 'waiting');
  await section('equipe')
    .locator('[data-play]')
    .first()
    .evaluate((button: HTMLElement) => button.focus({ preventScroll: true }));
  await expect(section('equipe')).toHaveAttribute('data-reveal', 'shown');

  // The window is smaller than 15 % of the section.
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto(`${funil.url}/?deitado`);
  await expect(section('casos')).toHaveAttribute('data-reveal', 'waiting');
  await section('casos').evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await expect(section('casos')).toHaveAttribute('data-reveal', 'shown');
});
