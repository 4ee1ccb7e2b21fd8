import { expect, test } from 'vitest';
import { toCsv } from './write-csv.ts';

test('writes CSV for Excel pt-BR: byte order mark, semicolons, CRLF, quoted text', () => {
  const csv = toCsv(['nome', 'n'], [{ nome: 'São João', n: 2 }]);
  expect(csv).toBe('\u{feff}nome;n\r\n"São João";2\r\n');
});

test('keeps separators, quotes and line ends inside a cell', () => {
  const csv = toCsv(['nome'], [{ nome: 'a;b "c"\nd' }]);
  expect(csv).toBe('\u{feff}nome\r\n"a;b ""c""\nd"\r\n');
});

test.each([
  ...['=1+1', '+55 11', '-2', '@soma', '\t=1', '\r=1', '\tx', ' =1', '|cmd', '%x'],
  ...['＝1+1', '＋55', '－2', '＠soma', '\u{200b}=1', '\u{feff}＝1'],
])('turns a formula into text: %j', (nome) => {
  expect(toCsv(['nome'], [{ nome }])).toContain(`"'${nome}"`);
});

test.each(['119876543210', '11987654321', '0119876543', '120210987654321098', '12E5'])(
  'turns a number that Excel would change into text: %s',
  (telefone) => {
    expect(toCsv(['telefone'], [{ telefone }])).toContain(`"'${telefone}"`);
  },
);

test.each(['(11) 98765-4321', '42', 'lancamento-2026', 'etapa 1 + 2'])(
  'leaves other text unchanged: %s',
  (text) => {
    expect(toCsv(['a'], [{ a: text }])).toContain(`"${text}"`);
  },
);

test('removes control characters', () => {
  expect(toCsv(['a'], [{ a: 'x\0y\u{1b}[2Jz\ud800' }])).toContain('"xy[2Jz\u{fffd}"');
});

test('writes an empty cell for an unknown value', () => {
  expect(toCsv(['a', 'b', 'c'], [{ a: null, b: '', c: Number.POSITIVE_INFINITY }])).toBe(
    '\u{feff}a;b;c\r\n;"";\r\n',
  );
});
