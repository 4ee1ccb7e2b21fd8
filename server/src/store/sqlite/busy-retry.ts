import { setTimeout as pause } from 'node:timers/promises';
import { SQLITE_RESULTS, sqliteResultOf } from './result-code.ts';

/** How long rows wait at most for another process that is writing. */
const MAX_BUSY_WAIT_MS = 8_000;
/** Kept short, because a background writer pauses only 2 ms between writes (write-lock.ts). */
const BUSY_RETRY_INTERVAL_MS = 1;

export const isBusy = (error: unknown): boolean => sqliteResultOf(error) === SQLITE_RESULTS.busy;

export function createBusyRetry() {
  let busySinceMs: number | null = null;
  const mayWait = () => busySinceMs !== null && performance.now() - busySinceMs < MAX_BUSY_WAIT_MS;

  function attempt<Result>(write: () => Result): Result {
    try {
      const writeResult = write();
      busySinceMs = null;
      return writeResult;
    } catch (error) {
      if (isBusy(error)) busySinceMs ??= performance.now();
      else busySinceMs = null;
      throw error;
    }
  }

  return {
    mayWait,
    attempt,
    async run<Result>(write: () => Result): Promise<Result> {
      for (;;) {
        try {
          return attempt(write);
        } catch (error) {
          if (!isBusy(error) || !mayWait()) throw error;
        }
        await pause(BUSY_RETRY_INTERVAL_MS);
      }
    },
  };
}
