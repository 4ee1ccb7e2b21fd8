import type { Page } from '@playwright/test';
import { Funil } from '../testkit/funil.ts';
import { test as base, expect } from './fixtures.ts';
import { TAGGED_SITE } from './tagged-site.ts';

/** Hosts of Google and Meta, played: each request is noted and answered. */
const THEIRS =
  /^https:\/\/([\w.-]+\.)?(google|googletagmanager|googleadservices|googlesyndication|doubleclick|google-analytics|facebook)\.(com|net)(\.br)?\//;

export const test = base.extend<{ thirdPartyRequests: URL[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  funil: async ({}, use) => {
    await using funil = new Funil({ env: { SITE_DIR: TAGGED_SITE } });
    await funil.start();
    await use(funil);
  },
  /** What Google and Meta were asked for. */
  thirdPartyRequests: [
    async ({ page }, use) => {
      const asked: URL[] = [];
      await page.route(THEIRS, (route) => {
        const address = new URL(route.request().url());
        asked.push(address);
        const contentType =
          route.request().resourceType() === 'script' ? 'text/javascript' : 'text/html';
        return route.fulfill({
          contentType,
          body: '',
          headers: { 'access-control-allow-origin': '*' },
        });
      });
      await use(asked);
    },
    { auto: true },
  ],
});

/** What the page has told Google so far, in order. */
export function readDataLayer(page: Page): Promise<unknown[][]> {
  return page.evaluate(() =>
    (window.dataLayer ?? []).map((entry) => [...(entry as unknown[])]),
  ) as Promise<unknown[][]>;
}

/** What the page has told Meta so far, while Meta's own script is not there. */
export function readPixelCalls(page: Page): Promise<unknown[][]> {
  return page.evaluate(() => (window as unknown as { fbq: { queue: unknown[][] } }).fbq.queue);
}

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

export { expect };
