import { expect, type Page } from '@playwright/test';
import type { Funil } from '../testkit/funil.ts';

/** Makes the page send its queued events now, as it does when the network returns. */
export function flushQueuedEvents(page: Page): void {
  // A page that is being left sends its events itself, and may never answer.
  page.evaluate(() => window.dispatchEvent(new Event('online'))).catch(() => {});
}

export async function expectEvents(
  page: Page,
  funil: Funil,
  name: string,
  count = 1,
): Promise<void> {
  const countStored = () => {
    flushQueuedEvents(page);
    return funil.events(name).length;
  };
  await expect.poll(countStored, { message: `stored ${name} events` }).toBe(count);
}

/** Replaces a third party's function and records its calls across page loads. */
export async function recordCalls(page: Page, name: 'gtag' | 'fbq'): Promise<unknown[][]> {
  const calls: unknown[][] = [];
  await page.exposeFunction(`record_${name}`, (call: unknown[]) => void calls.push(call));
  await page.addInitScript((name) => {
    const record = Reflect.get(window, `record_${name}`);
    Reflect.set(window, name, (...call: unknown[]) => record(call));
  }, name);
  return calls;
}

/** Waits for the page script, which takes over the queued clicks. */
export async function waitForTracker(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(Reflect.get(window, 'funilClicks') ?? {}).includes('push'),
  );
}

/** Waits until the tasks that the loaded page runs when it is idle have run, by adding one that runs after them. */
export const waitForIdle = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));

/** Waits for the script that loads when the page is idle. */
export async function waitForLateScript(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<HTMLElement>('.scroll-progress')?.style.width !== '',
  );
}
