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

/** Keeps the first row for a table on its way until it is let go, to be stored or to fail. */
export async function holdSave(page: Page, table: 'leads' | 'applications') {
  const { promise, resolve } = Promise.withResolvers<'store' | 'fail'>();
  await page.route(
    `**/rest/v1/${table}`,
    async (route) => {
      if ((await promise) === 'store') return route.continue();
      return route.fulfill({ status: 503, json: { code: 'x', message: 'busy' } });
    },
    { times: 1 },
  );
  return resolve;
}
