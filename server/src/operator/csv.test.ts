import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('opens right in Excel pt-BR: mark, semicolons, CRLF', () => {
  const csv = toCsv(['nome', 'n'], [{ nome: 'São João', n: 2 }]);
  expect(csv).toBe('\u{feff}nome;n\r\nSão João;2\r\n');
});

test('separators, quotes and line ends stay inside their cell', () => {
  const csv = toCsv(['nome'], [{ nome: 'a;b "c"\nd' }]);
  expect(csv).toBe('\u{feff}nome\r\n"a;b ""c""\nd"\r\n');
});

test.each(['=1+1', '+55 11', '-2', '@soma', '\t=1', ' =1', '|cmd'])(
  'a formula is made text: %j',
  (nome) => {
    expect(toCsv(['nome'], [{ nome }])).toContain(`'${nome}`);
  },
);

test('an unknown value is an empty cell', () => {
  expect(toCsv(['a', 'b'], [{ a: null, b: '' }])).toBe('\u{feff}a;b\r\n;\r\n');
});
