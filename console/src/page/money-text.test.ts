import { expect, test } from 'vitest';
import { normalizeMoney } from './money-text.ts';

test('understands an amount in every form in which sellers type it', () => {
  const amounts = ['997', '997,00', 'R$ 997', 'r$997,0', ' 997.00 ', '0997', '99700 centavos'];
  expect(amounts.map(normalizeMoney)).toEqual(amounts.map(() => '997,00'));
  expect(['1497', '1.497', '1.497,00', '1497.00', 'R$ 1.497'].map(normalizeMoney)).toEqual(
    Array.from({ length: 5 }, () => '1.497,00'),
  );
  expect(normalizeMoney('1234567,8')).toBe('1.234.567,80');
  expect(normalizeMoney('0,50')).toBe('0,50');
});

test('leaves a text that is no clear amount to the loader', () => {
  const texts = ['', 'grátis', '1,497', '1,497.00', '12.34.56', '997,005', '-5', '12345678'];
  expect(texts.map(normalizeMoney)).toEqual(texts.map(() => null));
});
