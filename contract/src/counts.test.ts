import { expect, test } from 'vitest';
import { formatCount, formatQuantity } from './counts.ts';

test('shows a count with separators and its noun', () => {
  expect(formatCount(12_345)).toBe('12.345');
  expect([1, 1200].map((count) => formatQuantity(count, 'venda', 'vendas'))).toEqual([
    '1 venda',
    '1.200 vendas',
  ]);
});
