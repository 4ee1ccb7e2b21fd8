import type { Page } from '@playwright/test';

/** Waits until what is laid out stands in the page's own faces: till then it stands in another, and takes more room. */
export async function waitForWebFonts(page: Page): Promise<void> {
  // Before the first paint none of its own is asked for.
  await page.waitForSelector(':root[data-painted]');
  await page.evaluate(async () => {
    // A face is asked for when something is laid out in it.
    document.documentElement.getBoundingClientRect();
    await document.fonts.ready;
  });
}
