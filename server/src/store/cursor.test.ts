import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createCursor, cursorTime } from './cursor.ts';

const { format, parse } = createCursor({ at: cursorTime, id: z.int() });

test('reads the position that it wrote', () => {
  const position = { at: '2026-11-28T12:00:00.000Z', id: 7 };
  expect(parse(format(position))).toEqual(position);
});

test.each([
  ['no JSON', 'nothing'],
  ['no list', 'null'],
  ['a part', '["2026-11-28T12:00:00.000Z"]'],
  ['another type', '["2026-11-28T12:00:00.000Z","7"]'],
  ['a day that no month has', '["2026-02-31T12:00:00.000Z",7]'],
])('refuses a cursor of %s', (_case, text) => {
  expect(parse(Buffer.from(text).toString('base64url'))).toBeNull();
});
