import { expect, test } from 'vitest';
import { formatReais } from './format-reais.ts';

test('an amount in centavos is written as Brazilians write money', () => {
  expect(formatReais(149_700)).toBe('R$ 1.497,00');
  expect(formatReais(15_030)).toBe('R$ 150,30');
});
