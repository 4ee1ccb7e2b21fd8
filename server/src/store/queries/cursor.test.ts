import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createCursor, cursorTime } from './cursor.ts';

const { format, parse } = createCursor({ at: cursorTime, id: z.int() });

test('reads the position that it wrote', () => {
  const position = { at: '2026-11-28T12:00:00.000Z', id: 7 };
  expect(parse(format(position))).toEqual(position);
});

test.each([
  ['a text that is not JSON', 'nothing'],
  ['a value that is not a list', 'null'],
  ['too few values', '["2026-11-28T12:00:00.000Z"]'],
  ['a value of the wrong type', '["2026-11-28T12:00:00.000Z","7"]'],
  ['a day that does not exist', '["2026-02-31T12:00:00.000Z",7]'],
])('refuses a cursor of %s', (_case, text) => {
  expect(parse(Buffer.from(text).toString('base64url'))).toBe('invalid');
});
