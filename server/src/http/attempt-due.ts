import { HOUR_MS } from '@funil/contract/durations';

export interface AttemptIntervals {
  readonly usualMs: number;
  /** The least time from an earlier process's last attempt to this one's first, because a server may often restart. */
  readonly afterStartMs: number;
  /** The delay after the first failure; each further failure doubles it. */
  readonly firstRetryMs: number;
}

interface AttemptState {
  readonly last: { readonly attempted_at: string | null; readonly failures: number };
  readonly intervals: AttemptIntervals;
  readonly now: number;
  /** When this process started, in ms since 1970. */
  readonly startedAt: number;
}

const MAX_RETRY_MS = HOUR_MS;

export function isAttemptDue({ last, intervals, now, startedAt }: AttemptState): boolean {
  if (last.attempted_at === null) return true;
  const { usualMs, afterStartMs, firstRetryMs } = intervals;
  const attemptedAt = Date.parse(last.attempted_at);
  const retryMs = Math.min(firstRetryMs * 2 ** (last.failures - 1), MAX_RETRY_MS);
  const usualOrRetryMs = last.failures === 0 ? usualMs : retryMs;
  // After a failure, an operator may have restarted the process with other credentials.
  const firstAttemptMs = last.failures === 0 ? afterStartMs : Math.min(afterStartMs, firstRetryMs);
  // After the clock was set back, the start is in the future, and every attempt would count as the first.
  const isFirstAttempt = attemptedAt < startedAt && startedAt <= now;
  const elapsedMs = now - attemptedAt;
  // An attempt in the future was stored before the clock was set back, and counts as long ago.
  return elapsedMs < 0 || elapsedMs >= (isFirstAttempt ? firstAttemptMs : usualOrRetryMs);
}
