import { expect, test } from 'vitest';
import { detectAmountSeparator, detectCountSeparator, toCents, toCount } from './amounts.ts';

test.each([
  ['0.123', '.'],
  ['1,234.56', '.'],
  ['1,234,567', '.'],
  ['R$ 1.234,56', ','],
  ['1\u00a0234,56', ','],
  ['1.234.567', ','],
  ['12', 'any'],
  ['1.234', 'unclear'],
  ['R$ 1.997', ','],
  ['R$ 12,475', 'unclear'],
  ['1,997 BRL', '.'],
  ['$1,997', '.'],
  ['BRL97.00', '.'],
  ['1,234', 'unclear'],
  ['-5.00', 'invalid'],
  ['1.2.3', 'invalid'],
  ['1,2,34.5', 'invalid'],
  ['', 'invalid'],
])('detects the decimal separator of the amount %j as %s', (text, separator) => {
  expect(detectAmountSeparator(text)).toBe(separator);
});

test.each([
  ['1,234', '.'],
  ['2.539.093', ','],
  ['989', 'any'],
  ['1.5', 'invalid'],
])('detects the decimal separator of the count %j as %s', (text, separator) => {
  expect(detectCountSeparator(text)).toBe(separator);
});

test.each([
  ['1,234.565', '.', 123_457],
  ['1.234', ',', 123_400],
  ['1.234', '.', 123],
  ['0.994999', '.', 99],
  ['0.995', '.', 100],
  ['R$ 8,9', ',', 890],
  ['99999999999.99', '.', 9_999_999_999_999],
  ['100000000000.00', '.', null],
] as const)('reads %s with %s as %s centavos', (text, separator, cents) => {
  expect(toCents(text, separator)).toBe(cents);
});

test('reads a count when it has any separator, unless it is too large', () => {
  expect([toCount('2.539.093'), toCount('989'), toCount('9'.repeat(16))]).toEqual([
    2_539_093,
    989,
    null,
  ]);
});
