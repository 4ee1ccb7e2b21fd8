import { isBusy } from './sqlite/busy-retry.ts';

/** Reports an error of a store, without any value of a row. */
export type ReportError = (message: string, error: unknown) => void;

/** A run waits for the lock up to 2 s, so that another process has held it for 20 s or longer. */
const MAX_LOCKED_RUNS = 10;

/**
 * Reports a failure of repeated work once, until the work succeeds again. Work that meets SQLite's lock is reported
 * only after {@link MAX_LOCKED_RUNS} runs without a success, because another process holds the lock for a moment in
 * ordinary use.
 */
export function createFailureReport(message: string, reportError: ReportError) {
  let lockedRuns = 0;
  let isReported = false;
  return {
    succeed() {
      lockedRuns = 0;
      isReported = false;
    },
    fail(error: unknown) {
      if (isBusy(error)) lockedRuns += 1;
      if (isReported || (isBusy(error) && lockedRuns < MAX_LOCKED_RUNS)) return;
      isReported = true;
      reportError(message, error);
    },
  };
}
