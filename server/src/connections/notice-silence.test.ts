import { expect, test } from 'vitest';
import { findSilence, type NoticeGroup } from './notice-silence.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-10-01T12:00:00Z');

/** A notice at each time, in ms after the start. */
const noticesAt = (...times: number[]): NoticeGroup[] =>
  times.map((time) => ({ firstAt: START + time, lastAt: START + time, count: 1 }));
const hourly = Array.from({ length: 10 }, (_, index) => index * HOUR);

test('finds a silence when more than two days pass after frequent notices', () => {
  const groups = noticesAt(...hourly);
  const last = START + 9 * HOUR;
  expect(findSilence(groups, last + 2 * DAY)).toBeNull();
  expect(findSilence(groups, last + 2 * DAY + 1)).toBe(last);
});

test('allows three times the longest pause when it exceeds two days', () => {
  const groups = noticesAt(...hourly, 9 * HOUR + 5 * DAY);
  const last = START + 9 * HOUR + 5 * DAY;
  expect(findSilence(groups, last + 15 * DAY)).toBeNull();
  expect(findSilence(groups, last + 15 * DAY + 1)).toBe(last);
});

test('measures pauses between groups, not within them', () => {
  const busy = { firstAt: START, lastAt: START + 20 * DAY, count: 9 };
  const groups = [busy, { firstAt: START + 21 * DAY, lastAt: START + 21 * DAY, count: 1 }];
  expect(findSilence(groups, START + 24 * DAY + 1)).toBe(START + 21 * DAY);
});

test('finds no silence with fewer than ten notices', () => {
  expect(findSilence(noticesAt(...hourly.slice(1)), START + 50 * DAY)).toBeNull();
  expect(findSilence([], START)).toBeNull();
});

test('finds no silence when the clock was set back', () => {
  expect(findSilence(noticesAt(...hourly), START - DAY)).toBeNull();
});
