import { expect, test } from 'vitest';
import { shortPictureNames } from './finish-pages.ts';

test('names two pictures apart when their hashes begin with the same seven digits', () => {
  const names = shortPictureNames(['foto-2969.a1b2.webp', 'foto-42439.a1b2.webp']);
  expect(names.get('foto-2969.a1b2.webp')).toBe('183c9fd.webp');
  expect(names.get('foto-42439.a1b2.webp')).toMatch(/^183c9fd[\da-f]{57}\.webp$/);
});
