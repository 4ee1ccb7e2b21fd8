import { expect, test } from 'vitest';
import { shouldReveal } from './reveal.ts';

test('reveals a section once 15 % of it is in view', () => {
  expect(shouldReveal({ height: 1000, visibleHeight: 140, viewport: 740 })).toBe(false);
  expect(shouldReveal({ height: 1000, visibleHeight: 150, viewport: 740 })).toBe(true);
});

test('reveals a taller section when it fills half of the window', () => {
  expect(shouldReveal({ height: 3200, visibleHeight: 360, viewport: 740 })).toBe(false);
  expect(shouldReveal({ height: 3200, visibleHeight: 370, viewport: 740 })).toBe(true);
});

test('reveals a tall section on a landscape phone from 10 % on', () => {
  expect(shouldReveal({ height: 2400, visibleHeight: 200, viewport: 320 })).toBe(false);
  expect(shouldReveal({ height: 2400, visibleHeight: 240, viewport: 320 })).toBe(true);
  expect(shouldReveal({ height: 30_000, visibleHeight: 300, viewport: 360 })).toBe(true);
});

test('does not reveal a section that is out of view or not laid out', () => {
  expect(shouldReveal({ height: 1000, visibleHeight: 0, viewport: 740 })).toBe(false);
  expect(shouldReveal({ height: 0, visibleHeight: 0, viewport: 740 })).toBe(false);
});
