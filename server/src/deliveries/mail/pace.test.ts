import { MINUTE_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

const ALLOWANCE = { burst: 30, refillMs: 5 * MINUTE_MS, restMs: 0 };

/** Returns the times of the messages that are sent within a duration if one is always waiting. */
function sendFor(durationMs: number) {
  let now = 0;
  const pace = createPace(ALLOWANCE, now);
  const times: number[] = [];
  while (now < durationMs) {
    times.push(now);
    pace.spend(now);
    now += 1_000 + pace.restMs;
  }
  return times;
}

test('sends messages one by one after a quiet time', () => {
  const pace = createPace(ALLOWANCE, 0);
  pace.spend(0);
  expect(pace).toMatchObject({ restMs: 0, isFlood: false });
});

test('keeps the configured pause outside a flood', () => {
  expect(createPace({ ...ALLOWANCE, restMs: MINUTE_MS }, 0).restMs).toBe(MINUTE_MS);
});

test('sends one message every five minutes during a flood', () => {
  const times = sendFor(60 * MINUTE_MS);
  expect(times.length).toBeLessThanOrEqual(43);
  const [before = 0, last = 0] = times.slice(-2);
  expect(last - before).toBe(5 * MINUTE_MS);
});

test('stays below the daily limit of mail servers during a flood of a day', () => {
  expect(sendFor(24 * 60 * MINUTE_MS).length).toBeLessThan(330);
});

/** Returns the number of messages in a row until the flood begins. */
function countUntilFlood(pace: ReturnType<typeof createPace>, now: number) {
  let count = 0;
  while (!pace.isFlood) {
    pace.spend(now);
    count += 1;
  }
  return count;
}

test('refills up to the burst with time, and takes nothing when the clock is set back', () => {
  const pace = createPace(ALLOWANCE, 60 * MINUTE_MS);
  expect(countUntilFlood(pace, 60 * MINUTE_MS)).toBe(26);
  // 4 left, 12 refilled in an hour, 1 spent.
  pace.spend(120 * MINUTE_MS);
  expect(countUntilFlood(pace, 120 * MINUTE_MS)).toBe(11);
  pace.spend(9_999 * MINUTE_MS);
  expect(countUntilFlood(pace, 0)).toBe(25);
});
