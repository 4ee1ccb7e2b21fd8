import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { heroButton } from '../lead-dialog.ts';
import { waitForObservers } from '../page-layout.ts';

test.use({ reducedMotion: 'no-preference' });

const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);

const headerOf = (page: Page) => page.getByRole('banner', { includeHidden: true });

test('leads the Tab key to the skip link, and then past the hidden header', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Pular para o conteúdo' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(heroButton(page)).toBeFocused();
});

test('shows the header after 100 pixels, and gives it its glass after 50', async ({ page }) => {
  await page.goto('/');
  const header = headerOf(page);
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
  await scrollTo(page, 51);
  await expect(header).toHaveAttribute('data-glass');
});

test('aligns the header with the hero at every width', async ({ page }) => {
  await page.goto('/');
  for (const width of [360, 768, 1280, 1920, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    await scrollTo(page, 400);
    await expect(headerOf(page)).toBeVisible();
    const places = await page.evaluate(() => {
      const box = (selector: string) => {
        const { left, right, top, height } =
          document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        return { left, right, middle: top + height / 2 };
      };
      const [mark, button] = [box('.site-header svg'), box('.site-header [data-opens]')];
      return { mark, button, page: box('.hero > div') };
    });
    expect(places.mark.left, `${width} px`).toBeCloseTo(places.page.left, 1);
    expect(places.button.right, `${width} px`).toBeCloseTo(places.page.right, 1);
    expect(Math.abs(places.mark.middle - places.button.middle), `${width} px`).toBeLessThan(1);
  }
});

test('shows how far the page is scrolled, also once it grows', async ({ page }) => {
  await page.goto('/');
  // Reads width and scroll position in one call, because the page's height changes when sections are laid out during
  // the scroll.
  const readBar = () =>
    page.evaluate(() => {
      const { clientWidth, scrollHeight } = document.documentElement;
      const width = document.querySelector('.scroll-progress')?.getBoundingClientRect().width ?? 0;
      const scrolled = window.scrollY / (scrollHeight - window.innerHeight);
      return { shown: (100 * width) / clientWidth, scrolled: 100 * scrolled };
    });
  await expect.poll(readBar).toEqual({ shown: 0, scrolled: 0 });
  for (const share of [0.25, 0.5, 1]) {
    await page.evaluate((of) => {
      const { scrollHeight } = document.documentElement;
      window.scrollTo({ top: of * (scrollHeight - window.innerHeight), behavior: 'instant' });
    }, share);
    await expect(async () => {
      const { shown, scrolled } = await readBar();
      expect(Math.abs(scrolled - 100 * share)).toBeLessThan(5);
      expect(shown).toBeCloseTo(scrolled, 1);
    }).toPass();
  }
  // The bar also follows a page that grows without a scroll event.
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

test('shows promise and button on a phone, and links to the price', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  const hero = page.locator('[data-section="hero"]');
  const promise = hero.getByRole('heading', { level: 1 });
  for (const part of [promise, hero.getByText('Mais de 300 projetos entregues'), heroButton(page)])
    await expect(part).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Ver preço e garantia' }).click();
  const offer = page.locator('#oferta');
  await expect(offer.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 });
  const gap = () =>
    page.evaluate(() => {
      const header = document.querySelector('.site-header')?.getBoundingClientRect().bottom;
      return (document.querySelector('#oferta')?.getBoundingClientRect().top ?? 0) - (header ?? 0);
    });
  await expect(async () => expect(Math.abs(await gap())).toBeLessThan(2)).toPass();
});

test('lights one more problem every 800 ms, and stops at the fourth', async ({ page }) => {
  // The tracker's requests are answered at once, because the fake clock would let them time out.
  await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 201 }));
  await page.clock.install({ time: new Date('2026-01-05T12:00:00Z') });
  await page.goto('/');
  const counter = page.locator('[data-counter]');
  await expect(counter).toHaveText('0');
  await page.clock.pauseAt(new Date('2026-01-05T13:00:00Z'));
  await counter.scrollIntoViewIfNeeded();
  await expect(counter).toHaveAttribute('data-counter', 'running');
  for (const count of ['1', '2', '3', '4', '4']) {
    await page.clock.runFor(800);
    await expect(counter).toHaveText(count);
    await expect(page.locator('[data-counter-step="lit"]')).toHaveCount(Number(count));
  }
});

test('keeps the counter at 4 when it is in view before its script runs', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 3000 });
  await page.goto('/');
  await expect(page.locator('[data-reveal="waiting"]')).not.toHaveCount(0);
  await waitForObservers(page);
  const counter = page.locator('[data-counter]');
  await expect(counter).not.toHaveAttribute('data-counter', 'running');
  await expect(counter).toHaveText('4');
});
