import { setTimeout as pause } from 'node:timers/promises';

/** Rows wait at most this long for another process that is writing. */
const MAX_WAIT_MS = 8_000;
/** Short, because a background writer pauses only 2 ms between writes (write-lock.ts). */
const RETRY_INTERVAL_MS = 1;

/** True for SQLITE_BUSY with any extended code: https://www.sqlite.org/rescode.html */
export const isBusy = (error: unknown): boolean =>
  (Number((error as { errcode?: number }).errcode) & 0xff) === 5;

export function createBusyRetry() {
  let busySince: number | null = null;
  const mayWait = () => busySince !== null && performance.now() - busySince < MAX_WAIT_MS;

  function attempt<Result>(write: () => Result): Result {
    try {
      const result = write();
      busySince = null;
      return result;
    } catch (error) {
      if (isBusy(error)) busySince ??= performance.now();
      else busySince = null;
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
        await pause(RETRY_INTERVAL_MS);
      }
    },
  };
}
