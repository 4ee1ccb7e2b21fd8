import { expect, test } from 'vitest';
import { createPortion, inPortions } from './portion.ts';

test('a portion grows while there is room, and no further than it may', () => {
  const portion = createPortion({ least: 4, most: 7, budget: 10 });
  const sizes = [1, 2, 3].map(() => {
    portion.took(portion.size, 2);
    return portion.size;
  });
  expect(sizes).toEqual([5, 7, 7]);
});

test('a portion that took too long is cut at once to what would have fitted', () => {
  const portion = createPortion({ least: 2, most: 100, budget: 10 });
  for (let round = 0; round < 20; round += 1) portion.took(portion.size, 1);
  expect(portion.size).toBe(100);
  portion.took(100, 40);
  expect(portion.size).toBe(25);
  portion.took(25, 10_000);
  expect(portion.size).toBe(2);
});

test('few that were quick tell nothing of many', () => {
  const portion = createPortion({ least: 8, most: 100, budget: 10 });
  portion.took(1, 0);
  expect(portion.size).toBe(8);
});

test('items come in their order, each time as many as the portion has grown to', () => {
  const portion = createPortion({ least: 2, most: 100, budget: 10 });
  const groups: number[][] = [];
  for (const some of inPortions([1, 2, 3, 4, 5, 6, 7, 8, 9], portion)) {
    groups.push(some);
    portion.took(some.length, 1);
  }
  expect(groups).toEqual([
    [1, 2],
    [3, 4, 5],
    [6, 7, 8, 9],
  ]);
});
