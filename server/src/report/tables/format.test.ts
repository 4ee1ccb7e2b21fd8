import { expect, test } from 'vitest';
import { formatDays } from './format.ts';

test('formats a wait in minutes, hours or days, rounded up', () => {
  expect([10 / 1440, 0.48, 1, 1.24, 2, 12.45].map(formatDays)).toEqual([
    ...['10 min', '12 h', '1 dia', '1,3 dia', '2 dias', '12,5 dias'],
  ]);
});
