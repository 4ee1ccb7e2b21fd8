import { type Browser, chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumOptions } from '../testkit/chromium.ts';
import { openSlowPage } from './slow-phone.ts';
import type { ConsoleServer } from './start-console.ts';

/** Maximum wait for network idle, which the console's repeated questions prevent. */
const MAX_LOAD_MS = 8_000;

/** Stores the operator's session in a browser without loading the console's code. */
async function signIn(browser: Browser, { url, stored }: ConsoleServer): Promise<void> {
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = await context.newPage();
  await page.goto(`${url}/icon.svg`);
  await page.evaluate(storeSession, stored);
  await page.close();
}

/** Runs in the browser. */
export function storeSession(stored: string): void {
  localStorage.setItem('funil-console-session', stored);
}

export interface FirstView {
  /** First and largest contentful paint, in ms. */
  readonly fcp: number;
  readonly lcp: number;
  readonly cls: number;
}

/** Measures a view's first load by Lighthouse: simulated slow 4G and a CPU four times slower. */
export async function auditView(server: ConsoleServer, path: string): Promise<FirstView> {
  const { executablePath, args } = chromiumOptions('benchmarks');
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: ['--headless=new', ...args],
  });
  try {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`);
    await signIn(browser, server);
    const result = await lighthouse(`${server.url}${path}`, {
      port: chrome.port,
      logLevel: 'error',
      onlyCategories: ['performance'],
      disableStorageReset: true,
      maxWaitForLoad: MAX_LOAD_MS,
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

/** Runs in the page before its scripts. */
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

/** Measures a view's first load with an actually slow connection and CPU. */
export async function watchView(
  browser: Browser,
  server: ConsoleServer,
  path: string,
): Promise<FirstView> {
  const page = await openSlowPage(browser);
  await page.addInitScript(storeSession, server.stored);
  await page.addInitScript(watchPaints);
  await page.goto(`${server.url}${path}`, { waitUntil: 'commit' });
  await page.waitForTimeout(MAX_LOAD_MS / 2);
  const found = await page.evaluate(() => ({
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    ...(Reflect.get(window, 'benchFound') as { lcp: number; cls: number }),
  }));
  await page.context().close();
  return found;
}
