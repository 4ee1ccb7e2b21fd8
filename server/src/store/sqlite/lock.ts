/** Longest time, in ms, that rows wait for another process that is writing. */
const PATIENCE = 8_000;
/** Between two attempts to write, in ms: an attempt costs little, and a command's pauses are short. */
const PAUSE = 1;

/** SQLITE_BUSY, whatever its reason. Source: https://www.sqlite.org/rescode.html */
export const isBusy = (error: unknown): boolean =>
  (Number((error as { errcode?: number }).errcode) & 0xff) === 5;

export interface LockWait {
  /** Whether another process is writing, and rows may still wait for it. */
  isWaiting(): boolean;
  /** Runs it once; what it finds is remembered. */
  attempt<Result>(run: () => Result): Result;
  /** Runs what finds the lock taken or not, again and again until patience ends; never blocks. */
  run<Result>(attempt: () => Result): Promise<Result> | Result;
}

/** Waits for a lock that another process holds, without holding up anything else of this one. */
export function createLockWait(now = () => performance.now()): LockWait {
  let busySince: number | null = null;
  const isWaiting = () => busySince !== null && now() - busySince < PATIENCE;

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
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
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
