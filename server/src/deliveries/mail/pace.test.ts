import { MINUTE_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { createSendingPace } from './pace.ts';

const ALLOWANCE = { burst: 30, refillMs: 5 * MINUTE_MS, restMs: 0 };

/** Returns a pace and its clock, in ms since 1970. */
function startPace(allowance = ALLOWANCE) {
  const clock = { now: 0 };
  return { clock, pace: createSendingPace(allowance, () => clock.now) };
}

/** Returns the times of the messages sent within a duration in which a message is always waiting. */
function sendFor(durationMs: number) {
  const { clock, pace } = startPace();
  const times: number[] = [];
  while (clock.now < durationMs) {
    times.push(clock.now);
    pace.countMessage();
    clock.now += pace.restMs + 1_000;
  }
  return times;
}

test('sends messages one by one after a quiet time', () => {
  const { pace } = startPace();
  pace.countMessage();
  expect(pace).toMatchObject({ restMs: 0, isFlood: false });
});

test('keeps the configured pause outside a flood', () => {
  expect(startPace({ ...ALLOWANCE, restMs: MINUTE_MS }).pace.restMs).toBe(MINUTE_MS);
});

test('sends one message every five minutes during a flood', () => {
  const times = sendFor(60 * MINUTE_MS);
  expect(times.length).toBeLessThanOrEqual(43);
  const [previous = 0, last = 0] = times.slice(-2);
  expect(last - previous).toBe(5 * MINUTE_MS);
});

test('stays below the daily limit of mail servers during a flood of a day', () => {
  expect(sendFor(24 * 60 * MINUTE_MS).length).toBeLessThan(330);
});

/** Returns the number of messages in a row until the flood begins. */
function countUntilFlood(pace: ReturnType<typeof createSendingPace>) {
  let count = 0;
  while (!pace.isFlood) {
    pace.countMessage();
    count += 1;
  }
  return count;
}

test('refills up to the burst by elapsed time, and loses nothing when the clock is set back', () => {
  const { clock, pace } = startPace();
  expect(countUntilFlood(pace)).toBe(26);
  // 4 left, 12 refilled in an hour.
  clock.now = 60 * MINUTE_MS;
  expect(countUntilFlood(pace)).toBe(12);
  clock.now = 9_999 * MINUTE_MS;
  expect(pace.isFlood).toBe(false);
  clock.now = 0;
  expect(countUntilFlood(pace)).toBe(26);
});
