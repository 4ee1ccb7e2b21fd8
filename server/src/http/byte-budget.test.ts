import { expect, test } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

const limits = { total: 100, perAddress: 60, request: 10 };

test('leaves bytes for other addresses when one address reaches its limit', () => {
  const budget = new ByteBudget(limits);
  const greedy = budget.begin('a');
  expect(greedy?.take(50)).toBe(true);
  expect(greedy?.take(1)).toBe(false);
  expect(budget.begin('a')).toBeNull();
  expect(budget.begin('b')?.take(20)).toBe(true);
});

test('refuses bytes after the release', () => {
  const budget = new ByteBudget(limits);
  const share = budget.begin('a');
  share?.release();
  expect(share?.take(1)).toBe(false);
});

test('returns the bytes only once when released twice', () => {
  const budget = new ByteBudget(limits);
  const share = budget.begin('a');
  expect(share?.take(50)).toBe(true);
  share?.release();
  share?.release();
  expect(budget.begin('a')?.take(50)).toBe(true);
  expect(budget.begin('b')?.take(30)).toBe(true);
  expect(budget.begin('c')).toBeNull();
});
