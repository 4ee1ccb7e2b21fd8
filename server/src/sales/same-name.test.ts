import { expect, test } from 'vitest';
import { mayBeSameName } from './same-name.ts';

test.each([
  ['Marina Prado', 'MARINA PRADO DE SOUZA'],
  ['Bea', 'Beatriz Lima'],
  ['Luís Antônio', 'Luiz Antonio Reis'],
  ['Thiago', 'Tiago Melo'],
  ['José da Silva', 'Ana Silva'],
])('%s may be %s', (a, b) => {
  expect(mayBeSameName(a, b)).toBe(true);
  expect(mayBeSameName(b, a)).toBe(true);
});

test.each([
  ['Marina Prado', 'Caio Brandão'],
  ['José da Costa', 'Ana da Silva'],
  ['Ana', 'Ada'],
])('%s is not %s', (a, b) => {
  expect(mayBeSameName(a, b)).toBe(false);
});

test('a name without letters says nothing', () => {
  expect(mayBeSameName('–', 'Ana')).toBeNull();
});
