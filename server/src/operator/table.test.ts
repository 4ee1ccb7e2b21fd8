import { expect, test } from 'vitest';
import { toTable } from './table.ts';

test('columns are aligned', () => {
  expect(toTable(['nome', 'n'], [{ nome: 'Conceição', n: 2 }])).toBe(
    ['nome       n', '─────────  ─', 'Conceição  2', ''].join('\n'),
  );
});

test('long values are cut', () => {
  expect(toTable(['a'], [{ a: 'x'.repeat(50) }])).toContain(`${'x'.repeat(39)}…`);
});

test('what a visitor typed cannot steer the terminal', () => {
  const table = toTable(['a'], [{ a: 'x\u{1b}[2Jy\nz' }]);
  expect(table).toContain('x [2Jy z');
});
