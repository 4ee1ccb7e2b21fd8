import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { BUDGETS } from '../../testkit/budgets.ts';
import { expectEvents, flushQueuedEvents } from '../events.ts';
import { HERO_BUTTON_VERSIONS, TAGGED_SITE_FOLDER } from '../tagged-site.ts';
import { expect, readDataLayer, test } from './tagged.ts';

const HERO_BUTTON = '[data-section="hero"] [data-opens="lead"]';

const readHtml = () => readFileSync(join(TAGGED_SITE_FOLDER, 'index.html'), 'utf8');

/** Returns the inline script that picks a version. */
function findScript(): string {
  const scripts = [...readHtml().matchAll(/<script>([\s\S]*?)<\/script>/g)];
  return scripts.map(([, code = '']) => code).find((code) => code.includes('versao_teste')) ?? '';
}

const readVersion = (page: Page) => page.evaluate(() => document.documentElement.dataset.v);

/** Opens the page as new visitors until one sees a version. */
async function seeVersion(page: Page, version: 'a' | 'b'): Promise<void> {
  await page.goto('/');
  while ((await readVersion(page)) !== version) {
    await page.evaluate(() => localStorage.clear());
    await page.reload();
  }
}

test('keeps a page with an A/B test within its budgets', () => {
  // The demonstration page has no Google and no Meta.
  const html = readHtml().replace(
    /<script>(?:(?!<\/script>)[\s\S])*googletagmanager[\s\S]*?<\/script>/,
    '',
  );
  const kilobytes = brotliCompressSync(html).length / 1024;
  expect(kilobytes).toBeLessThanOrEqual(BUDGETS.documentKB);
  expect(findScript().length).toBeGreaterThan(100);
  expect(findScript().length).toBeLessThanOrEqual(BUDGETS.versionScriptBytes);
});

test('shows each version to half of the visitors', () => {
  const pick = compileFunction(findScript(), ['document', 'localStorage', 'Date', 'Math']);
  let versionBCount = 0;
  const visitors = 4_000;
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    const dataset = { test: 'Botão', v: 'a' };
    pick(
      { documentElement: { dataset } },
      {},
      { now: () => 1_790_000_000_000 + visitor },
      { imul: Math.imul, random: () => 0.5 },
    );
    if (dataset.v === 'b') versionBCount += 1;
  }
  // The tolerance is four standard deviations.
  expect(Math.abs(versionBCount / visitors - 0.5)).toBeLessThan(0.032);
});

for (const version of ['a', 'b'] as const) {
  test(`shows only version ${version}, also on a later visit and after going back`, async ({
    page,
    funil,
  }) => {
    await seeVersion(page, version);
    const button = page.locator(HERO_BUTTON);
    await expect(button).toHaveText(HERO_BUTTON_VERSIONS[version]);
    // Reads only the last page view, because earlier visitors of this test may have seen the other version.
    const findLastView = () => {
      flushQueuedEvents(page);
      return funil.events('page_view').at(-1);
    };
    await expect.poll(findLastView).toMatchObject({ version });
    await page.reload();
    await expect(button).toHaveText(HERO_BUTTON_VERSIONS[version]);
    await page.goto('/robots.txt');
    await page.goBack();
    await expect(button).toHaveText(HERO_BUTTON_VERSIONS[version]);
    await button.click();
    await expectEvents(page, funil, 'cta_click');
    const [click] = funil.events('cta_click');
    expect(click).toMatchObject({
      test: 'Botão',
      version,
      payload: { button_name: HERO_BUTTON_VERSIONS[version] },
    });
    const sent = (await readDataLayer(page)).findLast(([, name]) => name === 'cta_click');
    expect(sent?.[2]).toMatchObject({ test: 'Botão', version });
  });
}

test('shows version a and counts no version when storage is refused', async ({ page, funil }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
  await page.goto('/');
  await expect(page.locator(HERO_BUTTON)).toHaveText(HERO_BUTTON_VERSIONS.a);
  await expectEvents(page, funil, 'page_view');
  expect(funil.events('page_view')).toMatchObject([{ test: null, version: null }]);
});
