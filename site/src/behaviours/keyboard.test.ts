import { expect, test } from 'vitest';
import { areaAboveKeyboard } from './keyboard.ts';

test('returns the visible area above an open keyboard', () => {
  const area = areaAboveKeyboard(740, { height: 440, offsetTop: 60, scale: 1 });
  expect(area).toEqual({ top: 60, height: 440 });
});

test('takes neither a browser’s bar nor zooming in for a keyboard', () => {
  expect(areaAboveKeyboard(740, { height: 684, offsetTop: 0, scale: 1 })).toBeUndefined();
  expect(areaAboveKeyboard(740, { height: 370, offsetTop: 90, scale: 2 })).toBeUndefined();
});
