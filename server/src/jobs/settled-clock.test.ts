import { expect, test } from 'vitest';
import { createSettledClock } from './settled-clock.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

function startClock() {
  let [uptimeMs, setMs] = [0, 0];
  const settledNow = createSettledClock({
    now: () => NOW + uptimeMs + setMs,
    uptime: () => uptimeMs,
  });
  return {
    read: () => new Date(settledNow()).toISOString(),
    pass: (ms: number) => (uptimeMs += ms),
    setAhead: (ms: number) => (setMs += ms),
  };
}

test('follows the clock, and a correction by minutes', () => {
  const clock = startClock();
  clock.pass(HOUR_MS);
  clock.setAhead(HOUR_MS / 2);
  expect(clock.read()).toBe('2026-03-10T13:30:00.000Z');
});

test('ignores a clock that is set ahead by a year and back again', () => {
  const clock = startClock();
  clock.setAhead(YEAR_MS);
  expect(clock.read()).toBe('2026-03-10T12:00:00.000Z');
  clock.pass(2 * HOUR_MS);
  expect(clock.read()).toBe('2026-03-10T14:00:00.000Z');
  clock.setAhead(-YEAR_MS);
  expect(clock.read()).toBe('2026-03-10T14:00:00.000Z');
});

test('believes a clock that was set ahead a day ago, as after an hour’s sleep of the machine', () => {
  const clock = startClock();
  clock.setAhead(YEAR_MS);
  clock.read();
  clock.pass(24 * HOUR_MS);
  expect(clock.read()).toBe('2027-03-11T12:00:00.000Z');
});

test('follows a clock that is set back', () => {
  const clock = startClock();
  clock.setAhead(-3 * HOUR_MS);
  expect(clock.read()).toBe('2026-03-10T09:00:00.000Z');
});
