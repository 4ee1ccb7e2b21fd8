import { setTimeout as wait } from 'node:timers/promises';

/** Waits, at most until the signal aborts. Never rejects, so the caller checks the signal itself. */
export const pauseUntilAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => {});
