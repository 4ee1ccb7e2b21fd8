import { expect, test } from 'vitest';
import { countOf, formatAmount, formatCents, formatCount } from './money.ts';

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

test('shows a count with separators and its noun', () => {
  expect(formatCount(12_345)).toBe('12.345');
  expect([1, 1200].map((count) => countOf(count, 'venda', 'vendas'))).toEqual([
    '1 venda',
    '1.200 vendas',
  ]);
});
