import { isBusy } from './sqlite/busy-retry.ts';

/** Never receives a value of a row. */
export type ReportError = (message: string, error: unknown) => void;

/** A run waits up to 2 s, so the lock is held for 20 s. */
const MAX_LOCKED_RUNS = 10;

/**
 * Reports a failure of repeated work once, until the work succeeds again. A locked SQLite is normal for moments, and
 * reported only after {@link MAX_LOCKED_RUNS} runs.
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
