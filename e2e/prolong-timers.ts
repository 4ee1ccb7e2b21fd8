import type { BrowserContext } from '@playwright/test';

/** Makes timers of these lengths in ms last ten minutes, because a busy machine reaches the awaited event later. */
export const prolongTimers = (context: BrowserContext, lengths: readonly number[]) =>
  context.addInitScript((lengths) => {
    const prolong =
      (start: (run: () => void, ms: number) => unknown) =>
      (run: () => void, ms = 0) =>
        start.call(window, run, lengths.includes(ms) ? 600_000 : ms);
    let current = prolong(window.setTimeout);
    Object.defineProperty(window, 'setTimeout', {
      get: () => current,
      set: (fake) => {
        current = prolong(fake);
      },
    });
  }, lengths);
