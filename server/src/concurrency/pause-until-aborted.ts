import { setTimeout as wait } from 'node:timers/promises';

/** Waits for `ms`, or until the signal is aborted; never rejects, so that a caller checks the signal itself. */
export const pauseUntilAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => {
    // The signal has ended the pause.
  });
