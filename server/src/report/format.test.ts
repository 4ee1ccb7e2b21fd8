import { expect, test } from 'vitest';
import { formatDays, formatTickCents } from './format.ts';

const plain = (text: string) => text.replaceAll('\u{a0}', ' ');

test('formats an axis’ amounts briefly', () => {
  expect([0, 50_000, 2_000_000, -2_000_000].map(formatTickCents).map(plain)).toEqual([
    ...['R$ 0', 'R$ 500', 'R$ 20 mil', 'R$ 20 mil'],
  ]);
});

test('formats a wait in minutes, hours or days', () => {
  expect([10 / 1440, 0.5, 1, 1.24, 2, 12.5].map(formatDays)).toEqual([
    ...['10 min', '12 h', '1 dia', '1,2 dia', '2 dias', '12,5 dias'],
  ]);
});
