import type { Browser, Page } from '@playwright/test';
import type { ConsoleDesk } from './console-desk.ts';
import { keepSession } from './console-view.ts';

const SLOWDOWN = 4;
/** Rows that are in the list before the first touch. */
const ROWS = 10_000;

/** One touch and what came of it, in ms: how long until its handlers were done, and until it was painted. */
export interface Touch {
  readonly name: string;
  readonly handled: number;
  readonly painted: number;
}

/** Runs in the page: keeps the longest event of what is done now. */
function watchEvents(): void {
  const kept: { handled: number; painted: number }[] = [];
  Object.assign(window, { benchEvents: kept });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming)) continue;
      if (Reflect.get(entry, 'interactionId') === 0) continue;
      kept.push({ handled: entry.processingEnd - entry.startTime, painted: entry.duration });
    }
  });
  observer.observe({ type: 'event', buffered: true, durationThreshold: 16 } as object);
}

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async (wanted) => {
    const scroller = document.querySelector('.list-scroller');
    if (!scroller) throw new Error('there is no list');
    const height = document.querySelector<HTMLElement>('.list-rows > li')?.offsetHeight ?? 60;
    while (scroller.scrollHeight < wanted * height) {
      scroller.scrollTop = scroller.scrollHeight;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }, ROWS);
}

/** As fingers press: a key comes up again after a while. */
const press = (page: Page, key: string) => page.keyboard.press(key, { delay: 80 });

/** What an operator does with a list, each by its own name. */
const TOUCHES: readonly [string, (page: Page) => Promise<unknown>][] = [
  ['first j', (page) => press(page, 'j')],
  ['j', (page) => press(page, 'j')],
  ['k', (page) => press(page, 'k')],
  ['mark by x', (page) => press(page, 'x')],
  ['unmark', (page) => press(page, 'Escape')],
  ['open a detail', (page) => press(page, 'Enter')],
  ['j beside a detail', (page) => press(page, 'j')],
  ['j once more', (page) => press(page, 'j')],
  ['close it', (page) => press(page, 'Escape')],
  ['open by a click', (page) => page.locator('.row-link:visible').nth(5).click({ force: true })],
  ['another by a click', (page) => page.locator('.row-link:visible').nth(7).click({ force: true })],
  ['close again', (page) => press(page, 'Escape')],
  ['to the search', (page) => press(page, '/')],
  ['m', (page) => press(page, 'm')],
  ['a', (page) => press(page, 'a')],
  ['r', (page) => press(page, 'r')],
  ['clear the search', (page) => press(page, 'Escape')],
  ['filters', (page) => page.getByRole('button', { name: /^Filtros/ }).click()],
  ['a state', (page) => page.getByLabel('Estado').selectOption('novo')],
];

/**
 * Touches a list of ten thousand rows that were scrolled through, with a CPU four times slower; each touch's longest
 * event, which the greatest of is the INP.
 */
export async function touchList(
  browser: Browser,
  desk: ConsoleDesk,
  slowdown = SLOWDOWN,
): Promise<readonly Touch[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(keepSession, desk.kept);
  await page.addInitScript(watchEvents);
  await page.goto(`${desk.url}/leads`);
  await page.locator('.row-link').first().waitFor();
  await scrollThrough(page);
  await page.waitForTimeout(1_500);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const touches: Touch[] = [];
  for (const [name, touch] of TOUCHES) {
    await page.evaluate(() => Reflect.get(window, 'benchEvents').splice(0));
    await touch(page);
    await page.waitForTimeout(700);
    const events: { handled: number; painted: number }[] = await page.evaluate(() =>
      Reflect.get(window, 'benchEvents'),
    );
    const longest = events.toSorted((a, b) => b.painted - a.painted)[0];
    touches.push({ name, handled: longest?.handled ?? 0, painted: longest?.painted ?? 0 });
  }
  await context.close();
  return touches;
}
