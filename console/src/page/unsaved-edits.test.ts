import { expect, test } from 'vitest';
import { addSentValue } from './unsaved-edits.ts';

test('keeps the newest four different values when the saving of one is repeated', () => {
  const send = (...values: unknown[]) => values.reduce<readonly unknown[]>(addSentValue, []);
  expect(send('a', 'a', 'a', 'a', 'b')).toEqual(['a', 'b']);
  expect(send(['a'], 'b', ['a'])).toEqual(['b', ['a']]);
  expect(send('a', 'b', 'c', 'd', 'e')).toEqual(['b', 'c', 'd', 'e']);
});
