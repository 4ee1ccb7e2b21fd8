import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { BUDGETS } from '../../testkit/budgets.ts';
import { waitForIdle, waitForLateScript } from '../events.ts';
import { expect, test } from '../fixtures.ts';
import { openLeadDialog, waitForLeadForm } from '../lead-dialog.ts';
import { waitForWebFonts } from '../page-layout.ts';

const DIST = join(import.meta.dirname, '../../site/dist');

/** Returns the transferred kB of each kind of resource in a load without scrolling. */
async function measureFirstLoad(page: Page) {
  const sizes: Record<string, number> = {};
  let requests = 0;
  const measured: Promise<void>[] = [];
  const measure = async (request: Request) => {
    const { responseBodySize } = await request.sizes();
    // The response came from the browser's cache and does not count. The page fetches a script before importing it,
    // so that scripts have two responses.
    if (responseBodySize <= 0) return;
    requests += 1;
    const kind = request.url().endsWith('.js') ? 'script' : request.resourceType();
    sizes[kind] = (sizes[kind] ?? 0) + responseBodySize / 1024;
  };
  page.on('response', (response) => {
    const request = response.request();
    if (request.method() !== 'GET' || response.status() !== 200) return;
    measured.push(measure(request));
  });
  // Removes all routes, because a route would switch the browser's cache off.
  await page.unrouteAll();
  await page.goto('/');
  await waitForLateScript(page);
  await waitForWebFonts(page);
  await waitForIdle(page);
  await Promise.all(measured);
  const untouched = { sizes: { ...sizes }, requests };
  await openLeadDialog(page);
  await waitForLeadForm(page);
  await Promise.all(measured);
  return { ...untouched, scriptsWithForm: sizes.script };
}

test('keeps the first load within its budgets and on its own host', async ({ page, funil }) => {
  const foreignUrls: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(funil.url)) foreignUrls.push(request.url());
  });
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await page.addInitScript(() => {
    const { getItem } = Storage.prototype;
    const times: number[] = [];
    Object.assign(window, { times });
    Storage.prototype.getItem = function (key) {
      times.push(performance.now());
      return getItem.call(this, key);
    };
  });
  const { sizes, requests, scriptsWithForm } = await measureFirstLoad(page);
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  expect(sizes.document).toBeLessThanOrEqual(BUDGETS.documentKB);
  expect(sizes.script).toBeLessThanOrEqual(BUDGETS.scriptsKB);
  expect(scriptsWithForm).toBeLessThanOrEqual(BUDGETS.scriptsWithFormKB);
  expect(sizes.font).toBeLessThanOrEqual(BUDGETS.fontsKB);
  expect(total).toBeLessThanOrEqual(BUDGETS.firstLoadKB);
  expect(requests).toBeLessThanOrEqual(BUDGETS.requests);
  expect(await page.locator('*').count()).toBeLessThanOrEqual(BUDGETS.domNodes);

  await expect
    .poll(() => messages)
    .toEqual(['window.gtag is not available: nothing is sent to it']);
  expect(foreignUrls).toEqual([]);
  const [firstPaint, times] = await page.evaluate((): [number, number[]] => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    Reflect.get(window, 'times'),
  ]);
  expect(times.length).toBeGreaterThan(0);
  expect(Math.min(...times)).toBeGreaterThan(firstPaint);
});

const readPage = () => readFileSync(join(DIST, 'index.html'), 'utf8');
const kilobytes = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0) / 1024;

test('runs only small inline scripts before the page is idle', () => {
  const html = readPage();
  expect(html).not.toMatch(/<script[^>]* src=/);
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code);
  expect(scripts.length).toBeGreaterThan(0);
  const sizes = scripts.map((code) => brotliCompressSync(code).length);
  expect(kilobytes(sizes)).toBeLessThanOrEqual(BUDGETS.scriptsBeforeIdleKB);
});

test('keeps the page script with its imports within its budget', () => {
  const files = new Set<string>();
  const follow = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    const code = readFileSync(join(DIST, '_astro', file), 'utf8');
    for (const [, next = ''] of code.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) follow(next);
  };
  const setAside = readPage().matchAll(/<script[^>]* data-src="\/_astro\/([^"]+)"/g);
  for (const [, file = ''] of setAside) follow(file);
  expect(files.size).toBeGreaterThan(0);
  const sizes = [...files].map((file) => readFileSync(join(DIST, '_astro', `${file}.br`)).length);
  expect(kilobytes(sizes)).toBeLessThanOrEqual(BUDGETS.pageScriptKB);
});
