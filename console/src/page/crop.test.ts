import { expect, test } from 'vitest';
import { CENTERED, keepInside, toCrop } from './crop.ts';

const wide = { width: 4000, height: 3000 };

test('takes as much of the picture as the shape can hold', () => {
  expect(toCrop(wide, 1, CENTERED)).toEqual({ left: 500, top: 0, width: 3000, height: 3000 });
  expect(toCrop(wide, 16 / 9, CENTERED)).toEqual({ left: 0, top: 375, width: 4000, height: 2250 });
});

test('keeps the frame inside the picture', () => {
  const framing = keepInside(wide, 1, { zoom: 0.2, x: -3, y: 0.9 });
  expect(toCrop(wide, 1, framing)).toEqual({ left: 0, top: 0, width: 3000, height: 3000 });
  const zoomed = keepInside(wide, 1, { zoom: 2, x: 1, y: 1 });
  expect(toCrop(wide, 1, zoomed)).toEqual({ left: 2500, top: 1500, width: 1500, height: 1500 });
  expect(keepInside(wide, 1, { zoom: 99, x: 0.5, y: 0.5 }).zoom).toBe(8);
});
