import { expect, test } from 'vitest';
import { readPostgresMoment, toLocalTime } from './moments.ts';

test.each([
  ['2026-03-01T12:00:00.000Z', '01/03/2026 09:00:00'],
  ['1900-01-01T12:00:00.000Z', '01/01/1900 08:53:32'],
  ['2018-12-31T12:00:00.000Z', '31/12/2018 10:00:00'],
  ['2019-03-01T02:59:59.999Z', '28/02/2019 23:59:59'],
  ['9999-12-31T23:59:59.000Z', '31/12/9999 20:59:59'],
  ['infinity', 'infinity'],
  ['0044-03-15 12:00:00+00 BC', '0044-03-15 12:00:00+00 BC'],
  ['', ''],
])('%s is shown as %s', (stored, shown) => {
  expect(toLocalTime(stored)).toBe(shown);
});

test.each([
  ['2026-03-01 12:00:00.123456+00', '2026-03-01T12:00:00.123Z'],
  ['1900-01-01 00:00:00+00', '1900-01-01T00:00:00.000Z'],
  ['-infinity', '-infinity'],
  ['0044-03-15 12:00:00+00 BC', '0044-03-15 12:00:00+00 BC'],
  ['10000-01-01 00:00:00+00', '10000-01-01 00:00:00+00'],
])("PostgreSQL's %s is %s", (text, moment) => {
  expect(readPostgresMoment(text)).toBe(moment);
});
