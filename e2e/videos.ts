import type { Page } from '@playwright/test';

/** A picture that is wide enough to be a thumbnail. */
export const wide = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360"/>';

export const videoOf = (page: Page, id: string) => page.locator(`[data-video="${id}"]`);

export async function openVideos(page: Page, url: string) {
  await page.goto(url);
  await videoOf(page, 'demoMembro1').scrollIntoViewIfNeeded();
}
