import { expect, test } from 'vitest';
import { JsonNumber } from './json.ts';
import { momentOf } from './moment.ts';

test.each([
  ['2026-11-03T14:00:05.120Z', '2026-11-03T14:00:05.120Z'],
  ['2026-11-03T11:00:05-03:00', '2026-11-03T14:00:05.000Z'],
  ['2026-11-03 11:00:05', '2026-11-03T14:00:05.000Z'],
  ['2026-11-03 22:30', '2026-11-04T01:30:00.000Z'],
  ['2026-11-03T11:00:05', '2026-11-03T14:00:05.000Z'],
  ['03/11/2026 11:00:05', '2026-11-03T14:00:05.000Z'],
  ['03/11/2026', '2026-11-04T02:59:59.000Z'],
  ['2026-11-03', '2026-11-04T02:59:59.000Z'],
])('%s is %s', (text, expected) => expect(momentOf(text)).toBe(expected));

test('milliseconds and seconds are told apart', () => {
  expect(momentOf(new JsonNumber('1793732405123'))).toBe('2026-11-03T19:00:05.123Z');
  expect(momentOf(new JsonNumber('1793732405'))).toBe('2026-11-03T19:00:05.000Z');
});

test.each([
  '2026-02-30 10:00',
  '2026-13-01',
  '2026-11-03 25:00',
  'ontem',
  '99999-01-01',
  '32/01/2026',
])('%s is no moment', (text) => expect(momentOf(text)).toBe('bad'));

test('numbers that are no times, years out of reach, and other things are no moments', () => {
  for (const source of ['1e999', '-5', '12', '99999999999999999999', '1.5']) {
    expect(momentOf(new JsonNumber(source))).toBe('bad');
  }
  expect(momentOf('1999-12-31T23:59:59Z')).toBe('bad');
  expect(momentOf('2100-01-01T00:00:00Z')).toBe('bad');
  expect(momentOf(true)).toBe('bad');
});

test('nothing is nothing', () => {
  expect(momentOf(null)).toBeNull();
  expect(momentOf('')).toBeNull();
  expect(momentOf(new JsonNumber('0'))).toBeNull();
});
