import { expect, test } from 'vitest';
import { readAge } from './request.ts';

const NOW = new Date('2026-03-31T12:00:00.000Z');

test.each([
  ['0d', '2026-03-31T12:00:00.000Z'],
  ['180d', '2025-10-02T12:00:00.000Z'],
  ['3m', '2025-12-31T12:00:00.000Z'],
  ['1m', '2026-02-28T12:00:00.000Z'],
  ['2a', '2024-03-31T12:00:00.000Z'],
  ['2A', '2024-03-31T12:00:00.000Z'],
])('%s before now', (text, moment) => {
  expect(readAge(text, NOW).toISOString()).toBe(moment);
});

test.each(['', '2', 'a', '2y', '6 meses', '-2a', '99999a', '1.5a'])(
  'what is no term is refused, with an example: %j',
  (text) => {
    expect(() => readAge(text, NOW)).toThrow(/180d, 6m, 2a/);
  },
);
