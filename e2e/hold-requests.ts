import type { Page } from '@playwright/test';

/** Holds requests, as a slow network does. @returns a function that releases them */
export async function holdRequests(page: Page, urlPattern: string | RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(urlPattern, async (route) => {
    await released;
    return route.continue();
  });
  return release;
}

/** Opens the page while its script files are held. @returns a function that releases them */
export async function openWithHeldScripts(page: Page): Promise<() => void> {
  const release = await holdRequests(page, '**/_astro/*.js');
  await page.goto('/', { waitUntil: 'commit' });
  return release;
}

/** Holds the first insert into a table. @returns a function that lets it succeed or fail */
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

/**
 * Fails matching requests. @returns their number, and a function that restores the network and fires the browser's
 * events `offline` and `online`
 */
export async function cutNetwork(page: Page, urlPattern: RegExp) {
  let failed = 0;
  await page.route(urlPattern, (route) => {
    failed += 1;
    return route.abort('internetdisconnected');
  });
  return {
    countFailed: () => failed,
    async restore() {
      await page.unroute(urlPattern);
      await page.context().setOffline(true);
      await page.context().setOffline(false);
    },
  };
}
