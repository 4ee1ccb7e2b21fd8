import { expect, test } from 'vitest';
import { countAt } from './counter.ts';

test('a step each 800 ms, up to 4 after 3200 ms, and no further', () => {
  const counts = [0, 799, 800, 1600, 2400, 3199, 3200, 60_000].map((ms) => countAt(ms, 4));
  expect(counts).toEqual([0, 0, 1, 2, 3, 3, 4, 4]);
});
