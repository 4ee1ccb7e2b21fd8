import { expect, test } from 'vitest';
import { readSearch, wordsOf } from './words.ts';

test('a person is found by name without accents, number without area, its end, and address', () => {
  const words = wordsOf({
    name: 'José  da Conceição',
    phone: '+55 (11) 98765-4321',
    email: ' Jose@Exemplo.com.br ',
  });
  expect(words).toEqual(['987654321', '4321', 'jose@exemplo.com.br', 'jose', 'conceicao']);
});

test('a name of a hundred words has an end', () => {
  const name = Array.from({ length: 100 }, (_, n) => `nome${n}`).join(' ');
  expect(wordsOf({ name, phone: '', email: null })).toHaveLength(16);
});

test.each(['11987654321', '(11) 98765-4321', '+55 11 98765 4321', '011 8765-4321'])(
  'a whole number is its key, however written: %s',
  (text) => {
    expect(readSearch(text)).toEqual({ prefixes: [], phoneKeys: ['1187654321'] });
  },
);

test('a piece of a number may lack the ninth digit, or begin with its area', () => {
  expect(readSearch('11 987').prefixes).toEqual([
    [
      { word: '11987', area: null },
      { word: '911987', area: null },
      { word: '987', area: '11' },
      { word: '9987', area: '11' },
    ],
  ]);
  expect(readSearch('4321').prefixes[0]?.map(({ word }) => word)).toEqual(['4321', '94321']);
});

test('words and numbers are looked for together', () => {
  const { prefixes } = readSearch('  Márcia de 4321');
  expect(prefixes.map(([first]) => first?.word)).toEqual(['marcia', '4321']);
});
