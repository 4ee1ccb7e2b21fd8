import { expect, test } from 'vitest';
import { parseTimestamp } from './dialect.ts';

test.each([
  ['2026-03-01 12:00:00.123456+00', '2026-03-01T12:00:00.123Z'],
  ['1900-01-01 00:00:00+00', '1900-01-01T00:00:00.000Z'],
  ['-infinity', '-infinity'],
  ['0044-03-15 12:00:00+00 BC', '0044-03-15 12:00:00+00 BC'],
  ['10000-01-01 00:00:00+00', '10000-01-01 00:00:00+00'],
])("reads PostgreSQL's %s as %s", (text, moment) => {
  expect(parseTimestamp(text)).toBe(moment);
});
