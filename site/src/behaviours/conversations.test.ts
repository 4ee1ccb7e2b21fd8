import { expect, test } from 'vitest';
import { wrapIndex } from './conversations.ts';

test('the carousel goes round in both directions', () => {
  expect(wrapIndex(3, 7)).toBe(3);
  expect(wrapIndex(7, 7)).toBe(0);
  expect(wrapIndex(-1, 7)).toBe(6);
});
