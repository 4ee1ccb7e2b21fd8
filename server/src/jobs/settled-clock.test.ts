import { expect, test } from 'vitest';
import { createSettledClock } from './settled-clock.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

function startClock(lastTime: string | null = null) {
  let [uptimeMs, setMs] = [0, 0];
  const clock = { now: () => NOW + uptimeMs + setMs, uptime: () => uptimeMs };
  const settledNow = createSettledClock(clock, lastTime);
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

test('ignores a clock that is a year ahead at the start, until it is set back', () => {
  const clock = startClock('2025-03-10T12:00:00.000Z');
  expect(clock.read()).toBe('2025-03-10T12:00:00.000Z');
  clock.setAhead(-YEAR_MS);
  clock.pass(HOUR_MS);
  expect(clock.read()).toBe('2025-03-10T13:00:00.000Z');
});

test('follows the clock at a start some minutes, or a day, after the last stored time', () => {
  expect(startClock('2026-03-10T11:30:00.000Z').read()).toBe('2026-03-10T12:00:00.000Z');
  const clock = startClock('2026-03-09T12:00:00.000Z');
  clock.read();
  clock.pass(24 * HOUR_MS);
  expect(clock.read()).toBe('2026-03-11T12:00:00.000Z');
});
