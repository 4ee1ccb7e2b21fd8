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
  // Both in one moment: sections laid out on the way change the page's height.
  const readBar = () =>
    page.evaluate(() => {
      const { clientWidth, scrollHeight } = document.documentElement;
      const width = document.querySelector('.scroll-progress')?.getBoundingClientRect().width ?? 0;
      const scrolled = window.scrollY / (scrollHeight - window.innerHeight);
      return { shown: (100 * width) / clientWidth, scrolled: 100 * scrolled };
    });
  expect(await readBar()).toEqual({ shown: 0, scrolled: 0 });
  for (const part of [0.25, 0.5, 1]) {
    await page.evaluate((of) => {
      const { scrollHeight } = document.documentElement;
      window.scrollTo({ top: of * (scrollHeight - window.innerHeight), behavior: 'instant' });
    }, part);
    await expect(async () => {
      const { shown, scrolled } = await readBar();
      expect(Math.abs(scrolled - 100 * part)).toBeLessThan(5);
      expect(shown).toBeCloseTo(scrolled, 1);
    }).toPass();
  }
  // The page grows below the visitor, who does not scroll.
  const before = await readBar();
  await page.evaluate(() => {
    const { style } = document.querySelector<HTMLElement>('#footer') ?? document.body;
    style.paddingBottom = '4000px';
  });
  await expect(async () => {
    const { shown, scrolled } = await readBar();
    expect(scrolled).toBeLessThan(before.scrolled - 5);
    expect(shown).toBeCloseTo(scrolled, 1);
  }).toPass();
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
