import { expect, test } from 'vitest';
import { aboveKeyboard } from './keyboard.ts';

test('an open keyboard leaves what the browser still shows', () => {
  const room = aboveKeyboard(740, { height: 440, offsetTop: 60, scale: 1 });
  expect(room).toEqual({ top: 60, height: 440 });
});

test('a browser’s bar is no keyboard, nor is zooming in', () => {
  expect(aboveKeyboard(740, { height: 684, offsetTop: 0, scale: 1 })).toBeUndefined();
  expect(aboveKeyboard(740, { height: 370, offsetTop: 90, scale: 2 })).toBeUndefined();
});
