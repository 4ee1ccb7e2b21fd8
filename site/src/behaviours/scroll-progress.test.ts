import { expect, test } from 'vitest';
import { scrolledPercent } from './scroll-progress.ts';

test('returns the share of the distance scrolled', () => {
  expect(scrolledPercent(500, 3000, 1000)).toBe(25);
  expect(scrolledPercent(2000, 3000, 1000)).toBe(100);
});

test('stays within 0 and 100 when overscrolled, and at 0 when the page fits its window', () => {
  expect(scrolledPercent(-30, 3000, 1000)).toBe(0);
  expect(scrolledPercent(2100, 3000, 1000)).toBe(100);
  expect(scrolledPercent(0, 800, 1000)).toBe(0);
});
