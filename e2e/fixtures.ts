import { test as base, expect, type Page } from '@playwright/test';
import { Funil } from '../testkit/funil.ts';
import { waitForTracker } from './events.ts';

/** Lets a visit that waits for its load wait for the script that follows the first paint, too. */
function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    const isLate = () => document.querySelector('script[data-src]') !== null;
    // Where scripts are kept away for good, the test goes on without them.
    if (!options?.waitUntil && (await page.evaluate(isLate))) {
      await waitForTracker(page).catch(() => {});
    }
    return response;
  };
}

interface Fixtures {
  funil: Funil;
  /** Console errors this test brings about on purpose; any other fails it. */
  expectedErrors: RegExp[];
}

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

/** Hosts beyond this machine, played: the checkout, and a video host that has no picture. */
async function playOtherHosts(page: Page): Promise<void> {
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

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  funil: async ({}, use) => {
    await using funil = new Funil();
    await funil.start();
    await use(funil);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: async ({}, use) => use([]),
  // Named after the server, the page is closed before it: what it sends on leaving still arrives.
  page: async ({ page, funil: _, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await playOtherHosts(page);
    waitForScripts(page);
    await use(page);
    const unexpected = errors.filter((text) => !expectedErrors.some((known) => known.test(text)));
    expect(unexpected, 'console errors').toEqual([]);
  },
});

export { expect };
