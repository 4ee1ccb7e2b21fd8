import type { Page } from '@playwright/test';

/** Keeps requests back, as a slow line does, until the returned function is called. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
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

/** A line that loses what it is asked for at these addresses until it is restored, which the device notices. */
export async function cutNetwork(page: Page, addresses: RegExp) {
  let lost = 0;
  await page.route(addresses, (route) => {
    lost += 1;
    return route.abort('internetdisconnected');
  });
  return {
    countLost: () => lost,
    async restore() {
      await page.unroute(addresses);
      await page.context().setOffline(true);
      await page.context().setOffline(false);
    },
  };
}
