import { expect, test } from 'vitest';
import { retryDelayAfter } from './judge-attempt.ts';

test('the waits grow from seconds to a day, and end after nine', () => {
  const waits = Array.from({ length: 10 }, (_, index) => retryDelayAfter(index + 1, 0.5));
  expect(waits).toEqual([
    5_000,
    300_000,
    1_800_000,
    7_200_000,
    18_000_000,
    36_000_000,
    50_400_000,
    72_000_000,
    86_400_000,
    null,
  ]);
});

test('what failed together is not tried together', () => {
  expect(retryDelayAfter(1, 0)).toBe(4_500);
  expect(retryDelayAfter(1, 1)).toBe(5_500);
});

test('the other side may ask for a longer wait, though not for a shorter one or a week', () => {
  expect(retryDelayAfter(1, 0.5, 60_000)).toBe(60_000);
  expect(retryDelayAfter(2, 0.5, 60_000)).toBe(300_000);
  expect(retryDelayAfter(1, 0.5, 604_800_000)).toBe(86_400_000);
});
