/** Longest time that rows wait for another process that is writing. */
const LOCK_TIMEOUT_MS = 8_000;
/** Short, because an attempt costs little and a command's pauses are short. */
const RETRY_INTERVAL_MS = 1;

/** SQLITE_BUSY, whatever its reason. Source: https://www.sqlite.org/rescode.html */
export const isBusy = (error: unknown): boolean =>
  (Number((error as { errcode?: number }).errcode) & 0xff) === 5;

export interface LockWait {
  /** Whether another process is writing, and rows may still wait for it. */
  isWaiting(): boolean;
  /** Runs a write once, and remembers whether the lock was taken. */
  attempt<Result>(run: () => Result): Result;
  /** Runs a write, and repeats it until the lock is free or the time is over; never blocks. */
  run<Result>(attempt: () => Result): Promise<Result> | Result;
}

/** Waits for a lock that another process holds, without blocking this process. */
export function createLockWait(now = () => performance.now()): LockWait {
  let busySince: number | null = null;
  const isWaiting = () => busySince !== null && now() - busySince < LOCK_TIMEOUT_MS;

  function attempt<Result>(run: () => Result): Result {
    try {
      const result = run();
      busySince = null;
      return result;
    } catch (error) {
      if (isBusy(error)) busySince ??= now();
      else busySince = null;
      throw error;
    }
  }

  async function retry<Result>(run: () => Result): Promise<Result> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS));
      try {
        return attempt(run);
      } catch (error) {
        if (!isBusy(error) || !isWaiting()) throw error;
      }
    }
  }

  return {
    isWaiting,
    attempt,
    run(write) {
      try {
        return attempt(write);
      } catch (error) {
        if (isBusy(error) && isWaiting()) return retry(write);
        throw error;
      }
    },
  };
}
