import type { Page } from '@playwright/test';

/** Keeps requests back, as a slow line does, until the returned function is called. */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await isReleased;
    return route.continue();
  });
  return release;
}

/** Keeps every script file back. */
export const holdScripts = (page: Page) => holdRequests(page, '**/_astro/*.js');
