import { isBusy } from '../sqlite/busy-retry.ts';

/** The error of a report that a failing task has succeeded again. */
export const RECOVERED = 'recovered';

/** Neither argument may contain a value of a row. */
export type ReportError = (message: string, error: unknown) => void;

/** A run waits up to 2 s for the lock, so that a lock of 20 s is reported. */
const MAX_UNREPORTED_LOCKED_RUNS = 10;

export const ROWS_NOT_STORED_MESSAGE = 'the database does not take rows';

/**
 * Reports each failure of a repeated task, and {@link RECOVERED} once it succeeds again. A locked SQLite is normal for
 * moments, so it is reported only from the run `maxLockedRuns` on.
 */
export function createOutageReporter(
  message: string,
  reportError: ReportError,
  maxLockedRuns = MAX_UNREPORTED_LOCKED_RUNS,
) {
  let lockedRuns = 0;
  let isFailing = false;
  return {
    recordSuccess() {
      if (isFailing) reportError(message, RECOVERED);
      lockedRuns = 0;
      isFailing = false;
    },
    recordFailure(error: unknown) {
      if (isBusy(error)) lockedRuns += 1;
      if (isBusy(error) && lockedRuns < maxLockedRuns) return;
      isFailing = true;
      reportError(message, error);
    },
  };
}
