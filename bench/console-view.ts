import { type Browser, chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumOptions } from '../testkit/chromium.ts';
import type { OpenConsole } from './open-console.ts';
import { openSlowPage } from './slow-phone.ts';

/** Longest wait for a line to come to rest, in ms: a console keeps listening for changes. */
const REST = 8_000;

/** Puts the operator's session into a browser, without loading any of the console's code. */
async function enter(browser: Browser, { url, kept }: OpenConsole): Promise<void> {
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = await context.newPage();
  await page.goto(`${url}/icon.svg`);
  await page.evaluate(storeSession, kept);
  await page.close();
}

/** In the browser: what it has kept of a sign-in. */
export function storeSession(kept: string): void {
  localStorage.setItem('funil-console-session', kept);
  localStorage.setItem('funil-console-sign-in', '{"auth_url":null,"api_key":null}');
}

export interface FirstView {
  /** When the first and the largest text stood there, in ms. */
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
}

/** A view's first load, nothing in the cache, as Lighthouse has it on a phone: simulated slow 4G, a CPU four times slower. */
export async function auditView(opened: OpenConsole, path: string): Promise<FirstView> {
  const { executablePath, args } = chromiumOptions('benchmarks');
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: ['--headless=new', ...args],
  });
  try {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`);
    await enter(browser, opened);
    const result = await lighthouse(`${opened.url}${path}`, {
      port: chrome.port,
      logLevel: 'error',
      onlyCategories: ['performance'],
      disableStorageReset: true,
      maxWaitForLoad: REST,
    });
    await browser.close();
    const read = (id: string) => result?.lhr.audits[id]?.numericValue ?? Number.NaN;
    return {
      fcp: read('first-contentful-paint'),
      lcp: read('largest-contentful-paint'),
      cls: read('cumulative-layout-shift'),
    };
  } finally {
    chrome.kill();
  }
}

/** Runs in the page from its start. */
function watchPaints(): void {
  const found = { lcp: 0, cls: 0 };
  Object.assign(window, { benchFound: found });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) found.lcp = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) found.cls += Reflect.get(entry, 'value');
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The same, with line and CPU really slowed down. */
export async function watchView(
  browser: Browser,
  opened: OpenConsole,
  path: string,
): Promise<FirstView> {
  const page = await openSlowPage(browser);
  await page.addInitScript(storeSession, opened.kept);
  await page.addInitScript(watchPaints);
  await page.goto(`${opened.url}${path}`, { waitUntil: 'commit' });
  await page.waitForTimeout(REST / 2);
  const found = await page.evaluate(() => ({
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    ...(Reflect.get(window, 'benchFound') as { lcp: number; cls: number }),
  }));
  await page.context().close();
  return found;
}
