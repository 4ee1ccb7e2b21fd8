import { setTimeout as pause } from 'node:timers/promises';

/** Longest time that rows wait for another process that is writing. */
const MAX_WAIT_MS = 8_000;
/** Short, because an attempt costs little, and a background writer pauses only 2 ms between writes (write-lock.ts). */
const RETRY_INTERVAL_MS = 1;

/** Whether an error is SQLITE_BUSY with any extended code. Source: https://www.sqlite.org/rescode.html */
export const isBusy = (error: unknown): boolean =>
  (Number((error as { errcode?: number }).errcode) & 0xff) === 5;

/** Retries writes while another process holds SQLite's write lock, without blocking this process. */
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
    /** Whether another process is writing, and rows may still wait for it. */
    mayWait,
    /** Writes once, and remembers whether the lock was busy. */
    attempt,
    /** Writes, and retries until the lock is free or the time is over. */
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
