import { expect, test } from 'vitest';
import { formatReais } from './format-reais.ts';

test('an amount is written as Brazilians write money', () => {
  expect(formatReais(1497)).toBe('R$ 1.497,00');
  expect(formatReais(150.3)).toBe('R$ 150,30');
});
