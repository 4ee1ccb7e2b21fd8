import { expect, test } from 'vitest';
import { addSentValue } from './unsaved-edits.ts';

test('keeps the four newest different values when a value is sent again', () => {
  const send = (...values: unknown[]) => values.reduce<readonly unknown[]>(addSentValue, []);
  expect(send('a', 'a', 'a', 'a', 'b')).toEqual(['a', 'b']);
  expect(send(['a'], 'b', ['a'])).toEqual(['b', ['a']]);
  expect(send('a', 'b', 'c', 'd', 'e')).toEqual(['b', 'c', 'd', 'e']);
});
