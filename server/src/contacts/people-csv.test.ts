import { expect, test } from 'vitest';
import { readClicks } from './leads.ts';
import { describeClicks } from './people-csv.ts';

test('describes clicks in order, in local time', () => {
  const stored = JSON.stringify([
    { botao: 'QUERO ENTRAR', timestamp: '2026-03-01T12:00:05.000Z', secao: 'hero' },
    { botao: 'APLICAR', timestamp: '2026-03-02T12:00:05.000Z' },
  ]);
  expect(describeClicks(readClicks(stored))).toBe(
    '01/03/2026 09:00:05 QUERO ENTRAR (hero) | 02/03/2026 09:00:05 APLICAR',
  );
});

test.each([
  ['[]', ''],
  ['[{}]', ''],
  ['[null, 1, "x", [2]]', 'null | 1 | x | [2]'],
  ['[{"botao":"x","timestamp":"abc"}]', 'abc x'],
  ['[{"botao":{"a":1},"timestamp":1e308,"secao":null}]', '1e+308 {"a":1}'],
])('describes any stored value: %s', (stored, shown) => {
  expect(describeClicks(readClicks(stored))).toBe(shown);
});
