import type { Page } from '@playwright/test';

/** A line that loses what it is asked for at these addresses until it is restored, which the device notices. */
export async function cutLine(page: Page, addresses: RegExp) {
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
