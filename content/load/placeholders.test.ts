import { expect, test } from 'vitest';
import { monthlyInterest, yearlyInterest } from './placeholders.ts';

test('returns no interest when the installments sum to the price', () => {
  expect(monthlyInterest(120_000, 12, 10_000)).toBe(0);
});

test('returns the monthly and yearly interest of twelve installments', () => {
  const monthly = monthlyInterest(149_700, 12, 15_030);
  expect(monthly).toBeCloseTo(2.99, 2);
  expect(yearlyInterest(monthly)).toBeCloseTo(42.41, 2);
});

test('returns the difference as the interest of one installment', () => {
  expect(monthlyInterest(10_000, 1, 10_500)).toBeCloseTo(5, 6);
});
