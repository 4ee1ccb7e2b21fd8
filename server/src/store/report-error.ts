import { isBusy } from './sqlite/busy-retry.ts';

/** Passed as the error once the failing work succeeds again. */
export const RECOVERED = 'recovered';

/** Neither argument may contain a value of a row. */
export type ReportError = (message: string, error: unknown) => void;

/** A run waits up to 2 s for the lock, so 10 runs take 20 s. */
const MAX_LOCKED_RUNS = 10;

export const ROWS_NOT_STORED_MESSAGE = 'the database does not take rows';

/**
 * Reports each failure of repeated work, and {@link RECOVERED} after the last one. A locked SQLite is normal for
 * moments, and reported only from the run `maxLockedRuns` on.
 */
export function createFailureReport(
  message: string,
  reportError: ReportError,
  maxLockedRuns = MAX_LOCKED_RUNS,
) {
  let lockedRuns = 0;
  let isFailing = false;
  return {
    succeed() {
      if (isFailing) reportError(message, RECOVERED);
      lockedRuns = 0;
      isFailing = false;
    },
    fail(error: unknown) {
      if (isBusy(error)) lockedRuns += 1;
      if (isBusy(error) && lockedRuns < maxLockedRuns) return;
      isFailing = true;
      reportError(message, error);
    },
  };
}
