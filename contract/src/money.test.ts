import { expect, test } from 'vitest';
import { formatAmount, formatCents, readCents } from './money.ts';

const plain = (text: string) => text.replaceAll('\u{a0}', ' ');

test('shows centavos with two decimals, also when the amount is whole', () => {
  expect(plain(formatCents(149_710))).toBe('R$ 1.497,10');
  expect(plain(formatCents(200_000))).toBe('R$ 2.000,00');
  expect(plain(formatCents(7))).toBe('R$ 0,07');
  expect(plain(formatCents(-2_990))).toBe('-R$ 29,90');
  expect(plain(formatCents(900_719_925_474_099))).toBe('R$ 9.007.199.254.740,99');
});

test('shows an amount of any currency without a sign', () => {
  expect(formatAmount(149_710)).toBe('1.497,10');
  expect(formatAmount(200_000)).toBe('2.000,00');
});

test('reads an amount in every form in which sellers type it', () => {
  const amounts = [
    ...['997', '997,00', 'R$ 997', 'r$997,0', ' 997.00 ', '0997', '99700 centavos'],
    '\u2066R$ 997,00\u2069',
  ];
  expect(amounts.map(readCents)).toEqual(amounts.map(() => 99_700));
  const thousands = ['1497', '1.497', '1.497,00', '1497.00', 'R$ 1.497'];
  expect(thousands.map(readCents)).toEqual(thousands.map(() => 149_700));
  expect(['1234567,8', '0,50', '5 centavos'].map(readCents)).toEqual([123_456_780, 50, 5]);
});

test('reads no amount in an ambiguous or invalid text', () => {
  const texts = ['', 'grátis', '1,497', '1,497.00', '12.34.56', '997,005', '-5', '12345678'];
  expect(texts.map(readCents)).toEqual(texts.map(() => null));
});
