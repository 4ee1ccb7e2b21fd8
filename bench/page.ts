// Measures the page in SITE_DIR on a low-end phone, beside the page in OTHER_SITE. Without OTHER_SITE, the other page
// is a copy without scripts and web fonts, of which only the load is measured. With FIRST_LOAD=1, no taps and forms
// are measured.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium, devices, type Page } from '@playwright/test';
import {
  BUTTON_LABELS,
  fillPersonal,
  fillRemainingSteps,
} from '../testkit/forms/application-form.ts';
import { fillLead, sendLead } from '../testkit/forms/lead-form.ts';
import type { PageDriver } from '../testkit/forms/page-driver.ts';
import { Funil } from '../testkit/funil.ts';
import { chromiumOptions } from '../testkit/programs/chromium.ts';
import { makeFolder } from '../testkit/start-app.ts';
import { type FigureTable, summarizeInterval } from './load.ts';

const { OTHER_SITE, FIRST_LOAD } = process.env;
const SITE_DIR = process.env.SITE_DIR ?? join(import.meta.dirname, '../site/dist');
const PHONE = { ...devices['Pixel 7'], viewport: { width: 360, height: 740 }, locale: 'pt-BR' };
/** Lighthouse's slow 4G, in bytes/s and ms. */
const SLOW_4G = { downloadThroughput: 209_715, uploadThroughput: 96_000, latency: 150 };
/** Lighthouse's BenchmarkIndex of a Moto G Power 2022. The benchmark slows the processor down to this index. */
const LOW_END_BENCHMARK_INDEX = 264;
const INTERACTIONS_SLOWDOWN = 4;
const QUIET_MS = 10_000;
const AFTER_TAP_MS = 400;

type Figures = Record<string, number>;

/** Copies the built site into a folder without its scripts and web fonts. The system's fallback fonts stay. */
function copyPlainSite(folder: string): string {
  cpSync(SITE_DIR, folder, { recursive: true });
  const file = join(folder, 'index.html');
  const html = readFileSync(file, 'utf8')
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/@font-face\s*\{[^}]*url\([^}]*\}/g, '');
  writeFileSync(file, html);
  writeFileSync(`${file}.br`, brotliCompressSync(html));
  return folder;
}

const measureBenchmarkIndex = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const begin = performance.now();
    let built = 0;
    for (; performance.now() - begin < 500; built += 1) {
      let text = '';
      while (text.length < 10_000) text += 'a';
    }
    return built / 5;
  });

/** Runs in the page before the page's scripts, and records figures. Times are in ms since the navigation. */
function recordFigures(): void {
  const recorded: Figures = { 'layout shifts × 1,000': 0, 'blocking ms': 0, 'scripts kB': 0 };
  const set = (name: string, value: number) => Object.assign(recorded, { [name]: value });
  const add = (name: string, value: number) => set(name, (recorded[name] ?? 0) + value);
  Reflect.set(window, 'recorded', recorded);
  const watch = (type: string, handle: (entry: PerformanceEntry) => void) => {
    const options = { type, buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe(options);
  };
  const readPaint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  watch('paint', () => set('FCP ms', readPaint() ?? 0));
  watch('largest-contentful-paint', ({ startTime }) => set('LCP ms', startTime));
  watch('layout-shift', (entry) =>
    add('layout shifts × 1,000', Reflect.get(entry, 'value') * 1_000),
  );
  watch('longtask', ({ startTime, duration }) => {
    const begin = Math.max(startTime, readPaint() ?? Number.POSITIVE_INFINITY);
    add('blocking ms', Math.max(0, startTime + duration - begin - 50));
  });
  watch('resource', (entry) => {
    const isScript = /\.js(\?|$)/.test(entry.name);
    if (isScript) add('scripts kB', Reflect.get(entry, 'encodedBodySize') / 1_024);
  });
  watch('event', ({ duration }) => set('slowest', Math.max(recorded.slowest ?? 0, duration)));
  const mark = (name: string) =>
    requestAnimationFrame(() => setTimeout(() => set(name, recorded[name] ?? performance.now())));
  document.addEventListener('input', () => mark('letter'));
  new MutationObserver(() => {
    if (document.querySelector('dialog[open]')) mark('dialog');
    if (document.querySelector('dialog[open][data-served]')) mark('React');
  }).observe(document, { subtree: true, attributeFilter: ['open', 'data-served'] });
}

const readFigures = (page: Page) => page.evaluate((): Figures => Reflect.get(window, 'recorded'));

type MeasurePage = (page: Page) => Promise<Figures>;

/** Opens a page with an empty cache, on a processor `slowdown` times slower, and returns the figures of `measure`. */
async function measureVisit(browser: Browser, slowdown: number, url: string, measure: MeasurePage) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', { ...SLOW_4G, offline: false });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(recordFigures);
  await page.goto(url, { waitUntil: 'commit' });
  const figures = await measure(page);
  await context.close();
  return figures;
}

async function measureUntouched(page: Page): Promise<Figures> {
  await page.waitForLoadState('load');
  await page.waitForTimeout(QUIET_MS);
  const { slowest: _, ...figures } = await readFigures(page);
  return figures;
}

async function tapFirstButton(page: Page, when: string): Promise<Figures> {
  const opener = page.locator('.hero [data-opens=lead]').first();
  const begin = await opener.evaluate(() => performance.now());
  await opener.tap({ force: true });
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('a');
  await page.waitForSelector('dialog[open][data-served]');
  await page.waitForTimeout(AFTER_TAP_MS);
  const { dialog = Number.NaN, letter = Number.NaN, React = Number.NaN } = await readFigures(page);
  return Object.fromEntries(
    Object.entries({ dialog, letter, React }).map(([name, ms]) => [
      `${when} → ${name}`,
      ms - begin,
    ]),
  );
}

const measureUntouchedAndTap: MeasurePage = async (page) =>
  Object.assign(await measureUntouched(page), await tapFirstButton(page, 'tap after ten seconds'));

async function tapEarly(page: Page): Promise<Figures> {
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  return tapFirstButton(page, 'tap at first paint');
}

/** Returns the longest interaction of each part of both forms, in ms. */
async function fillForms(page: Page): Promise<Figures> {
  const figures: Figures = {};
  const measurePart = async (part: string, act: () => Promise<void>) => {
    await page.evaluate(() => Reflect.set(Reflect.get(window, 'recorded'), 'slowest', 0));
    await act();
    await page.waitForTimeout(AFTER_TAP_MS);
    figures[`slowest, ${part} ms`] = (await readFigures(page)).slowest ?? 0;
  };
  const dialog = page.locator('dialog[open]');
  const driver: PageDriver = {
    // The last letter is typed by a key, because only a key press counts as an interaction.
    fill: async (label, text) => {
      const field = dialog.getByRole('textbox', { name: label });
      await field.tap();
      await field.fill(text.slice(0, -1));
      await field.press(text.slice(-1));
    },
    choose: async (label, option) => void (await dialog.getByLabel(label).selectOption(option)),
    press: (name) => dialog.getByRole('button', { name, exact: true }).tap(),
  };
  const open = (section: string) => page.locator(`[data-section=${section}] [data-opens]`).tap();
  await page.waitForLoadState('load');
  await page.waitForTimeout(QUIET_MS / 2);
  await measurePart('open application', () => open('aplicacao'));
  await measurePart('start', () => driver.press(BUTTON_LABELS.start));
  await measurePart('first step', () => fillPersonal(driver));
  await measurePart('next step', () => driver.press(BUTTON_LABELS.next));
  await measurePart('further steps', () => fillRemainingSteps(driver));
  await measurePart('send application', () => driver.press(BUTTON_LABELS.send));
  await dialog.getByRole('heading', { name: 'APLICAÇÃO ENVIADA' }).waitFor();
  await dialog.locator('.close-button').tap();
  await measurePart('open lead', () => open('hero'));
  await measurePart('type lead', () => fillLead(driver));
  await measurePart('send lead', () => sendLead(driver));
  return figures;
}

export async function benchPage(rounds: number): Promise<FigureTable> {
  using folder = makeFolder();
  const otherSite = OTHER_SITE ?? copyPlainSite(folder.path);
  await using pageServer = new Funil({ env: { SITE_DIR } });
  await using otherServer = new Funil({ env: { SITE_DIR: otherSite } });
  await pageServer.start();
  await otherServer.start();
  const browser = await chromium.launch(chromiumOptions());
  const blank = await browser.newPage();
  const measureOnce = () => measureBenchmarkIndex(blank);
  const benchmarkIndex = Math.max(await measureOnce(), await measureOnce(), await measureOnce());
  const slowdown = benchmarkIndex / LOW_END_BENCHMARK_INDEX;
  console.log(`processor ${benchmarkIndex}, slowed down ${slowdown.toFixed(1)} times`);
  const runs: Record<'page' | 'other', Figures[]> = { page: [], other: [] };
  const sides = ['page', 'other'] as const;
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const { url } = side === 'page' ? pageServer : otherServer;
      const isShort = FIRST_LOAD === '1' || (side === 'other' && !OTHER_SITE);
      const figures = await measureVisit(
        browser,
        slowdown,
        url,
        isShort ? measureUntouched : measureUntouchedAndTap,
      );
      runs[side].push(figures);
      if (isShort) continue;
      Object.assign(figures, await measureVisit(browser, slowdown, url, tapEarly));
      Object.assign(figures, await measureVisit(browser, INTERACTIONS_SLOWDOWN, url, fillForms));
    }
  }
  await browser.close();
  const table: FigureTable = {};
  for (const name of new Set([...runs.page, ...runs.other].flatMap(Object.keys))) {
    const pageFigures = runs.page.map((figures) => figures[name] ?? Number.NaN);
    const otherFigures = runs.other.map((figures) => figures[name] ?? Number.NaN);
    const ratios = pageFigures.map((figure, round) => figure / (otherFigures[round] ?? Number.NaN));
    table[name] = {
      page: summarizeInterval(pageFigures),
      other: summarizeInterval(otherFigures),
      ratio: summarizeInterval(ratios, 3),
    };
  }
  return table;
}
