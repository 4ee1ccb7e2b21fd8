import { expect, test } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

const limits = { total: 100, perAddress: 60, request: 10 };

test('keeps room for other addresses when one holds its share', () => {
  const budget = new ByteBudget(limits);
  const greedy = budget.begin('a');
  expect(greedy?.take(50)).toBe(true);
  expect(greedy?.take(1)).toBe(false);
  expect(budget.begin('a')).toBeNull();
  expect(budget.begin('b')?.take(20)).toBe(true);
});

test('takes nothing after the release', () => {
  const budget = new ByteBudget(limits);
  const work = budget.begin('a');
  work?.release();
  expect(work?.take(1)).toBe(false);
});

test('returns the bytes once when released twice', () => {
  const budget = new ByteBudget(limits);
  const work = budget.begin('a');
  expect(work?.take(50)).toBe(true);
  work?.release();
  work?.release();
  expect(budget.begin('a')?.take(50)).toBe(true);
  expect(budget.begin('b')?.take(30)).toBe(true);
  expect(budget.begin('c')).toBeNull();
});
