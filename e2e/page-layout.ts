import type { Page } from '@playwright/test';

/** Lays out every section, also those outside the window (style/offscreen.css). */
export const layOutPage = (page: Page) =>
  page.evaluate(() => document.documentElement.setAttribute('data-whole', ''));

export const openAllDetails = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) {
      details.removeAttribute('name');
      details.open = true;
    }
  });

/** Waits until the page's intersection observers have run, by a newer observer, which runs after them. */
export const waitForObservers = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body);
      }),
  );

/** Waits for the web fonts, because text takes more room in the fallback fonts. */
export async function waitForWebFonts(page: Page): Promise<void> {
  // Before the first paint the page requests no fonts.
  await page.waitForSelector(':root[data-painted]');
  await page.evaluate(async () => {
    // Layout makes the browser request fonts.
    document.documentElement.getBoundingClientRect();
    await document.fonts.ready;
  });
}
