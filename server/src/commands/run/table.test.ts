import { expect, test } from 'vitest';
import type { Cell } from '../../csv/columns.ts';
import { createTable } from './table.ts';

const toTable = (columns: string[], rows: Record<string, Cell>[]) =>
  createTable(columns)(rows.map((row) => columns.map((column) => row[column] ?? null)));

test('aligns columns', () => {
  expect(toTable(['nome', 'n'], [{ nome: 'Conceição', n: 2 }])).toBe(
    ['nome       n', '─────────  ─', 'Conceição  2', ''].join('\n'),
  );
});

test('cuts long values', () => {
  expect(toTable(['a'], [{ a: 'x'.repeat(50) }])).toContain(`${'x'.repeat(39)}…`);
});

test('removes control sequences that a visitor typed', () => {
  const table = toTable(['a'], [{ a: 'x\u{1b}[2Jy\nz' }]);
  expect(table).toContain('x [2Jy z');
});

test.each([
  ['the direction of writing', 'x\u{202e}y\u{2066}z', 'x y z'],
  ['the number of lines', 'x\u{2028}y\u{85}z', 'x y z'],
  ['the title of the window', 'x\u{1b}]0;y\u{7}z', 'x ]0;y z'],
  ['neighboring lines', `x${'\u{301}'.repeat(40)}y`, 'x\u{301}\u{301}y'],
])('keeps a visitor’s text from changing %s', (_, typed, shown) => {
  expect(toTable(['a'], [{ a: typed }]).split('\n')[2]).toBe(shown);
});

test('prints 150,000 rows', () => {
  const rows = Array.from({ length: 150_000 }, (_, a) => ({ a }));
  expect(toTable(['a'], rows)).toContain('149999');
});
