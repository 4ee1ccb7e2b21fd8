import { expect, test } from 'vitest';
import { formatDays } from './format.ts';

test('formats a wait in minutes, hours or days', () => {
  expect([10 / 1440, 0.5, 1, 1.24, 2, 12.5].map(formatDays)).toEqual([
    ...['10 min', '12 h', '1 dia', '1,2 dia', '2 dias', '12,5 dias'],
  ]);
});
