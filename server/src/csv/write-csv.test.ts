import { expect, test } from 'vitest';
import type { Cell } from './columns.ts';
import { toCsv } from './write-csv.ts';

/** Returns the CSV of one row, whose columns have the names of its fields. */
const write = <Row extends Record<string, Cell>>(row: Row) =>
  toCsv(Object.fromEntries(Object.keys(row).map((name) => [name, (of: Row) => of[name] ?? null])), [
    row,
  ]);

test('writes CSV for Excel pt-BR: byte order mark, semicolons, CRLF, quoted text', () => {
  const csv = write({ nome: 'São João', n: 2 });
  expect(csv).toBe('\u{feff}nome;n\r\n"São João";2\r\n');
});

test('keeps separators, quotes and line ends inside a cell', () => {
  const csv = write({ nome: 'a;b "c"\nd' });
  expect(csv).toBe('\u{feff}nome\r\n"a;b ""c""\nd"\r\n');
});

test.each([
  ...['=1+1', '+55 11', '-2', '@soma', '\t=1', '\r=1', '\tx', ' =1', '|cmd', '%x'],
  ...['＝1+1', '＋55', '－2', '＠soma', '\u{200b}=1', '\u{feff}＝1'],
])('turns a formula into text: %j', (nome) => {
  expect(write({ nome })).toContain(`"'${nome}"`);
});

test.each(['119876543210', '11987654321', '0119876543', '120210987654321098', '12E5'])(
  'turns a number that Excel would change into text: %s',
  (telefone) => {
    expect(write({ telefone })).toContain(`"'${telefone}"`);
  },
);

test.each(['(11) 98765-4321', '42', 'lancamento-2026', 'etapa 1 + 2'])(
  'leaves other text unchanged: %s',
  (text) => {
    expect(write({ a: text })).toContain(`"${text}"`);
  },
);

test('removes control characters and direction marks', () => {
  expect(write({ a: 'x\0y\u{1b}[2J\u{202e}z\u{2066}\ud800' })).toContain('"xy[2Jz\u{fffd}"');
});

test('writes an empty cell for an unknown value', () => {
  expect(write({ a: null, b: '', c: Number.POSITIVE_INFINITY })).toBe('\u{feff}a;b;c\r\n;"";\r\n');
});
