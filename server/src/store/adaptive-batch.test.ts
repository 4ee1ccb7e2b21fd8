import { expect, test } from 'vitest';
import { createAdaptiveBatch, inBatches } from './adaptive-batch.ts';

test('grows while the budget has room, up to the largest size', () => {
  const batch = createAdaptiveBatch({ minSize: 4, maxSize: 7, budgetMs: 10 });
  const sizes = [1, 2, 3].map(() => {
    batch.record(batch.size, 2);
    return batch.size;
  });
  expect(sizes).toEqual([5, 7, 7]);
});

test('shrinks at once to the size that would have fitted when a batch took too long', () => {
  const batch = createAdaptiveBatch({ minSize: 2, maxSize: 100, budgetMs: 10 });
  for (let round = 0; round < 20; round += 1) batch.record(batch.size, 1);
  expect(batch.size).toBe(100);
  batch.record(100, 40);
  expect(batch.size).toBe(25);
  batch.record(25, 10_000);
  expect(batch.size).toBe(2);
});

test('stays the same when a batch was fast and small', () => {
  const batch = createAdaptiveBatch({ minSize: 8, maxSize: 100, budgetMs: 10 });
  batch.record(1, 0);
  expect(batch.size).toBe(8);
});

test('yields the items in their order, as many as the batch holds by then', () => {
  const batch = createAdaptiveBatch({ minSize: 2, maxSize: 100, budgetMs: 10 });
  const groups: number[][] = [];
  for (const some of inBatches([1, 2, 3, 4, 5, 6, 7, 8, 9], batch)) {
    groups.push(some);
    batch.record(some.length, 1);
  }
  expect(groups).toEqual([
    [1, 2],
    [3, 4, 5],
    [6, 7, 8, 9],
  ]);
});
