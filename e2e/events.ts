import { expect, type Page } from '@playwright/test';
import type { Funil } from '../testkit/funil.ts';

/** Sends the events that the page holds now and not seconds later, as it does when the network is back. */
export async function flushQueuedEvents(page: Page): Promise<void> {
  // A page that is being left sends them itself.
  await page.evaluate(() => window.dispatchEvent(new Event('online'))).catch(() => {});
}

/** Waits until so many events of a name are stored. */
export async function expectEvents(
  page: Page,
  funil: Funil,
  name: string,
  count = 1,
): Promise<void> {
  const countStored = async () => {
    await flushQueuedEvents(page);
    return funil.events(name).length;
  };
  await expect.poll(countStored, { message: `stored ${name} events` }).toBe(count);
}

/** Calls of a third party's function, across page loads. */
export async function recordCalls(page: Page, name: 'gtag' | 'fbq'): Promise<unknown[][]> {
  const calls: unknown[][] = [];
  await page.exposeFunction(`record_${name}`, (call: unknown[]) => void calls.push(call));
  await page.addInitScript((name) => {
    const record = Reflect.get(window, `record_${name}`);
    Reflect.set(window, name, (...call: unknown[]) => record(call));
  }, name);
  return calls;
}

/** Waits for the script that follows the first paint and takes over the clicks kept until then. */
export async function waitForTracker(page: Page): Promise<void> {
  await page.waitForFunction(
    () => Object.hasOwn(Reflect.get(window, 'funilClicks') ?? {}, 'push'),
    undefined,
    { timeout: 4000 },
  );
}

/** Waits for the script that comes last, once the page is idle: the bar, texts in dialogs, one open module. */
export async function waitForLateScript(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<HTMLElement>('.scroll-progress')?.style.width !== '',
  );
}
