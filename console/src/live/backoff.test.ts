import { expect, test } from 'vitest';
import { waitAfter } from './backoff.ts';

test('waits longer with each failure, up to half a minute', () => {
  expect([1, 2, 3, 6, 60].map((failures) => waitAfter(failures, 1))).toEqual([
    1_000, 2_000, 4_000, 30_000, 30_000,
  ]);
});

test('spreads the tries over half of the wait', () => {
  expect(waitAfter(3, 0)).toBe(2_000);
});
