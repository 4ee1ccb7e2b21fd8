import type { Page } from '@playwright/test';

/** Keeps every script file back, as a slow line does, until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await isReleased;
    return route.continue();
  });
  return release;
}
