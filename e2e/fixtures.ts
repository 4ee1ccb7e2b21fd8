import { expect, type Page } from '@playwright/test';
import { Funil } from '../testkit/funil.ts';
import { ApplicationModal } from './application-modal.ts';
import { watchErrors } from './console-errors.ts';
import { waitForTracker } from './events.ts';
import { prolongTimers } from './prolong-timers.ts';
import { test as base } from './window.ts';

/** Makes `goto` wait for the page script, unless `waitUntil` is given. */
function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    const isLate = () => document.querySelector('script[data-src]') !== null;
    if (!options?.waitUntil && (await page.evaluate(isLate))) await waitForTracker(page);
    return response;
  };
}

interface Fixtures {
  /** The worker's server, without rows of earlier tests. */
  funil: Funil;
  modal: ApplicationModal;
  /** Console errors that the test expects; another error fails the test. */
  expectedErrors: RegExp[];
}

interface WorkerFixtures {
  /** The folder of the built page; null for the demonstration's. */
  siteDir: string | null;
  sharedFunil: Funil;
}

/** How long, in ms, the page shows a notice, and waits for a clicked form's script and for a response. */
const PROLONGED_TIMERS_MS = [6_000, 8_000, 15_000];

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

/** Fakes the checkout and a video host without pictures. */
async function fakeOtherHosts(page: Page): Promise<void> {
  await page.route('https://checkout.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Checkout</title>' }),
  );
  await page.route('https://i.ytimg.com/**', (route) =>
    route.fulfill({ contentType: 'image/gif', body: PIXEL }),
  );
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' }),
  );
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  siteDir: [null, { scope: 'worker', option: true }],
  sharedFunil: [
    async ({ siteDir }, use) => {
      await using funil = new Funil({ env: siteDir === null ? {} : { SITE_DIR: siteDir } });
      await funil.start();
      await use(funil);
    },
    { scope: 'worker' },
  ],
  funil: async ({ sharedFunil }, use) => {
    await sharedFunil.removeRows();
    await use(sharedFunil);
  },
  baseURL: async ({ funil }, use) => use(funil.url),
  modal: async ({ page }, use) => use(new ApplicationModal(page)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  expectedErrors: async ({}, use) => use([]),
  // Depends on `funil`, so that the page closes before the server stops and the page's last events still arrive.
  page: async ({ page, funil: _, expectedErrors }, use) => {
    await prolongTimers(page.context(), PROLONGED_TIMERS_MS);
    await fakeOtherHosts(page);
    waitForScripts(page);
    await watchErrors(page, expectedErrors, () => use(page));
  },
});

export { expect };
