import { expect, test } from 'vitest';
import { WorkBudget } from './work.ts';

const limits = { total: 100, perAddress: 60, request: 10 };

test('one address cannot take the room of the others', () => {
  const budget = new WorkBudget(limits);
  const greedy = budget.begin('a');
  expect(greedy?.take(50)).toBe(true);
  expect(greedy?.take(1)).toBe(false);
  expect(budget.begin('a')).toBeNull();
  expect(budget.begin('b')?.take(20)).toBe(true);
});

test('what comes after the answer has no room', () => {
  const budget = new WorkBudget(limits);
  const work = budget.begin('a');
  work?.release();
  expect(work?.take(1)).toBe(false);
});

test('what was held is free again once it is released, and released twice counts once', () => {
  const budget = new WorkBudget(limits);
  const work = budget.begin('a');
  expect(work?.take(50)).toBe(true);
  work?.release();
  work?.release();
  expect(budget.begin('a')?.take(50)).toBe(true);
  expect(budget.begin('b')?.take(30)).toBe(true);
  expect(budget.begin('c')).toBeNull();
});
