import type { Page } from '@playwright/test';
import { expect, test } from './shared-server.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

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

const BELOW = [
  'casos',
  'autoridade',
  'videos',
  'depoimentos',
  'aplicacao',
  'curriculo',
  'oferta',
  'fundador',
  'equipe',
  'footer',
];

/** Scrolls until so much of a section's height is in view, from below. */
async function bringIn(page: Page, section: string, share: number) {
  await expect(async () => {
    const seen = await page.locator(`[data-section="${section}"]`).evaluate((element, share) => {
      const { top, height } = element.getBoundingClientRect();
      window.scrollBy({ top: top + share * height - window.innerHeight, behavior: 'instant' });
      const box = element.getBoundingClientRect();
      return (window.innerHeight - box.top) / box.height;
    }, share);
    // At the page's end there is no scrolling further.
    expect(Math.abs(seen - share)).toBeLessThan(0.01);
  }).toPass();
}

test('each section below the fold rises into place when a part of it is in view', async ({
  page,
  funil,
}) => {
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 360, height: 740 });
  await page.goto(funil.url);
  for (const name of BELOW) {
    await expect(page.locator(`[data-section="${name}"]`)).toHaveAttribute(
      'data-reveal',
      'waiting',
    );
  }
  // What is laid out on the way would move what is scrolled to.
  await page.evaluate(() => document.documentElement.setAttribute('data-whole', ''));
  for (const name of BELOW) {
    const section = page.locator(`[data-section="${name}"]`);
    await expect(section.locator('> div').first()).toHaveCSS('opacity', '0');
    await bringIn(page, name, 0.08);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    await expect(section).toHaveAttribute('data-reveal', 'waiting');
    await bringIn(page, name, 0.16);
    await expect(section).toHaveAttribute('data-reveal', 'shown');
    await expect(section.locator('> div').first()).toHaveCSS('opacity', '1');
  }
});

test('a section too tall for its window is revealed all the same', async ({ page, funil }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto(funil.url);
  const section = page.locator('[data-section="casos"]');
  await expect(section).toHaveAttribute('data-reveal', 'waiting');
  await section.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await expect(section).toHaveAttribute('data-reveal', 'shown');
});

test('what the keyboard reaches is seen, however little of its section is in view', async ({
  page,
  funil,
}) => {
  await page.goto(funil.url);
  const section = page.locator('[data-section="videos"]');
  await expect(section).toHaveAttribute('data-reveal', 'waiting');
  await section
    .locator('[data-play]')
    .first()
    .evaluate((button: HTMLElement) => button.focus({ preventScroll: true }));
  await expect(section).toHaveAttribute('data-reveal', 'shown');
});
