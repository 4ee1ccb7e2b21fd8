import type { Page } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import { buildTaggedSite, TAGGED_SITE_FOLDER } from '../tagged-site.ts';

/** Hosts of Google and Meta, which the tests fake. */
const THIRD_PARTY_HOSTS =
  /^https:\/\/([\w.-]+\.)?(google|googletagmanager|googleadservices|googlesyndication|doubleclick|google-analytics|facebook)\.(com|net)(\.br)?\//;

export const test = base.extend<{ thirdPartyRequests: URL[] }>({
  siteDir: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      await buildTaggedSite();
      await use(TAGGED_SITE_FOLDER);
    },
    { scope: 'worker', timeout: 15 * 60_000 },
  ],
  /** Requests to Google and Meta. */
  thirdPartyRequests: [
    async ({ page }, use) => {
      const requests: URL[] = [];
      await page.route(THIRD_PARTY_HOSTS, (route) => {
        const address = new URL(route.request().url());
        requests.push(address);
        const contentType =
          route.request().resourceType() === 'script' ? 'text/javascript' : 'text/html';
        return route.fulfill({
          contentType,
          body: '',
          headers: { 'access-control-allow-origin': '*' },
        });
      });
      await use(requests);
    },
    { auto: true },
  ],
});

/** Returns the page's calls to Google. */
export function readDataLayer(page: Page): Promise<unknown[][]> {
  return page.evaluate(() =>
    (window.dataLayer ?? []).map((command) => [...(command as unknown[])]),
  ) as Promise<unknown[][]>;
}

/** Returns the page's calls to Meta, which stay queued because no test loads Meta's script. */
export function readPixelCalls(page: Page): Promise<unknown[][]> {
  return page.evaluate(() => (window as unknown as { fbq: { queue: unknown[][] } }).fbq.queue);
}

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

export { expect };
