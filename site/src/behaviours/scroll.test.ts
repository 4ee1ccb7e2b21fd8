import { expect, test } from 'vitest';
import { headerAt } from './header-scroll.ts';
import { scrolledPercent } from './scroll-progress.ts';

test.each([
  [0, false, false],
  [50, false, false],
  [51, false, true],
  [100, false, true],
  [101, true, true],
])('at %i px the header is shown: %s, glass: %s', (scrolled, isShown, isGlass) => {
  expect(headerAt(scrolled)).toEqual({ isShown, isGlass });
});

test('the progress is the share of the distance scrolled', () => {
  expect(scrolledPercent(500, 3000, 1000)).toBe(25);
  expect(scrolledPercent(2000, 3000, 1000)).toBe(100);
});

test('overscroll stays within bounds, and a short page is at its start', () => {
  expect(scrolledPercent(-30, 3000, 1000)).toBe(0);
  expect(scrolledPercent(2100, 3000, 1000)).toBe(100);
  expect(scrolledPercent(0, 800, 1000)).toBe(0);
});
