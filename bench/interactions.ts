import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '../testkit/chromium.ts';
import { Funil } from '../testkit/funil.ts';
import { openSlowPage } from './slow-phone.ts';
import { summarise } from './statistics.ts';

type Dialog = 'lead' | 'application';

/** Runs in the page from its start: notes the first paint, and when a click's dialog is painted. */
function watchPaints(eager: Dialog | null): void {
  const times: Record<string, number> = {};
  Object.assign(window, { benchTimes: times });
  // Asked for before the click's own handlers run; its callback comes in the frame that paints
  // what they did, and a task after that frame is what tells that it is done.
  const notePaint = () =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (document.querySelector('dialog[open]')) times.dialog = performance.now();
        else notePaint();
      }),
    );
  addEventListener(
    'click',
    () => {
      times.click = performance.now();
      notePaint();
    },
    true,
  );
  if (eager === null) return;
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0];
    if (!paint) return;
    times.fcp = paint.startTime;
    document.querySelector<HTMLElement>(`main [data-opens="${eager}"]`)?.click();
  }).observe({ type: 'paint', buffered: true });
}

async function readTimes(page: Page): Promise<Record<string, number>> {
  await page.waitForFunction(
    () => 'dialog' in (window as never as { benchTimes: object }).benchTimes,
  );
  return page.evaluate(
    () => (window as never as { benchTimes: Record<string, number> }).benchTimes,
  );
}

/** The section whose button most visitors press, far down the page. */
const SECTIONS: Record<Dialog, string> = { lead: 'oferta', application: 'aplicacao' };

interface Click {
  dialog: Dialog;
  /** Whether the visitor has read down to the button. */
  isScrolled: boolean;
}

/** From a click, long after load, to the dialog painted. */
async function measureClick(browser: Browser, url: string, click: Click): Promise<number> {
  const { dialog, isScrolled } = click;
  const page = await openSlowPage(browser);
  await page.addInitScript(watchPaints, null);
  await page.goto(url, { waitUntil: 'networkidle' });
  const place = isScrolled ? `[data-section="${SECTIONS[dialog]}"]` : 'main';
  const opener = `${place} [data-opens="${dialog}"]`;
  for (let turn = 0; isScrolled && turn < 3; turn += 1) {
    await page.evaluate(
      (wanted) =>
        document.querySelector(wanted)?.scrollIntoView({ block: 'center', behavior: 'instant' }),
      opener,
    );
    await page.waitForTimeout(500);
  }
  await page.waitForTimeout(1500);
  await page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), opener);
  const { click: clicked = 0, dialog: painted = 0 } = await readTimes(page);
  await page.context().close();
  return painted - clicked;
}

/** A tap at first paint, before any script but the inline one: from that paint to the dialog's. */
async function measureEagerTap(browser: Browser, url: string, dialog: Dialog): Promise<number> {
  const page = await openSlowPage(browser);
  await page.addInitScript(watchPaints, dialog);
  await page.goto(url, { waitUntil: 'commit' });
  const { fcp = 0, dialog: painted = 0 } = await readTimes(page);
  await page.context().close();
  return painted - fcp;
}

/** Dialogs under real throttling: 1.6 Mbit/s, 150 ms, a CPU four times slower. Times in ms. */
export async function benchInteractions(
  rounds: number,
): Promise<Record<string, Record<string, string>>> {
  await using funil = new Funil();
  await funil.start();
  const browser = await chromium.launch(chromiumOptions('benchmarks'));
  const table: Record<string, Record<string, string>> = {};
  for (const dialog of ['lead', 'application'] as const) {
    const clicks: number[] = [];
    const scrolledClicks: number[] = [];
    const taps: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      clicks.push(await measureClick(browser, funil.url, { dialog, isScrolled: false }));
      scrolledClicks.push(await measureClick(browser, funil.url, { dialog, isScrolled: true }));
      taps.push(await measureEagerTap(browser, funil.url, dialog));
    }
    table[dialog] = {
      'click → dialog ms': summarise(clicks),
      'click, scrolled to it → dialog ms': summarise(scrolledClicks),
      'first paint → tap → dialog ms': summarise(taps),
    };
  }
  await browser.close();
  return table;
}
