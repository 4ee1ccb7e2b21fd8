import { HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { isAttemptDue } from './attempt-due.ts';

const INTERVALS = { usualMs: 24 * HOUR_MS, afterStartMs: 10 * MINUTE_MS, firstRetryMs: MINUTE_MS };

/** Whether an attempt is due some minutes after the last one, in a process that started at a minute. */
const isDueAfter = (minutes: number, { failures = 0, startedAt = -60 } = {}) =>
  isAttemptDue({
    last: { attempted_at: new Date(0).toISOString(), failures },
    intervals: INTERVALS,
    now: minutes * MINUTE_MS,
    startedAt: startedAt * MINUTE_MS,
  });

test('says that a first attempt is due', () => {
  const last = { attempted_at: null, failures: 0 };
  expect(isAttemptDue({ last, intervals: INTERVALS, now: 0, startedAt: 0 })).toBe(true);
});

test.each([
  ['daily', { failures: 0 }, 24 * 60],
  ['ten minutes after the last attempt when the process started since', { startedAt: 1 }, 10],
  ['a minute after the first failure', { failures: 1 }, 1],
  ['two minutes after the second failure', { failures: 2 }, 2],
  ['32 minutes after the sixth failure', { failures: 6 }, 32],
  ['an hour after the seventh failure', { failures: 7 }, 60],
  ['an hour after any further failure', { failures: 40 }, 60],
  ['a minute after a failure when the process started since', { failures: 7, startedAt: 1 }, 1],
  ['daily when the clock was set back after the start', { startedAt: 48 * 60 }, 24 * 60],
])('says that an attempt is due %s', (_, state, minutes) => {
  expect(isDueAfter(minutes - 0.001, state)).toBe(false);
  expect(isDueAfter(minutes, state)).toBe(true);
});

test('says that an attempt is due when the last one lies ahead, because the clock was set back', () => {
  expect(isDueAfter(-1)).toBe(true);
});
