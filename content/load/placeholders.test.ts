import { expect, test } from 'vitest';
import { monthlyInterest, yearlyInterest } from './placeholders.ts';

test('instalments that come to the price bear no interest', () => {
  expect(monthlyInterest(120_000, 12, 10_000)).toBe(0);
});

test('the interest of twelve instalments is what makes them worth the price in cash', () => {
  const monthly = monthlyInterest(149_700, 12, 15_030);
  expect(monthly).toBeCloseTo(2.99, 2);
  expect(yearlyInterest(monthly)).toBeCloseTo(42.41, 2);
});

test('one instalment, a month later, bears the difference', () => {
  expect(monthlyInterest(10_000, 1, 10_500)).toBeCloseTo(5, 6);
});
