import { expect, test } from 'vitest';
import { compareCents } from './Delta.tsx';

test('writes a change as a share of the earlier value', () => {
  expect(compareCents(112, 100)).toEqual({ direction: 'up', text: '+12%' });
  expect(compareCents(92, 100)).toEqual({ direction: 'down', text: '−8%' });
  expect(compareCents(5, 5)).toEqual({ direction: 'same', text: 'igual' });
  expect(compareCents(1004, 1000)).toEqual({ direction: 'same', text: 'quase igual' });
});

test('writes a change from zero in words, and a change beyond ten times as a multiple', () => {
  expect(compareCents(3, 0)).toEqual({ direction: 'up', text: 'antes, nada' });
  expect(compareCents(2400, 100)).toEqual({ direction: 'up', text: '24×' });
  expect(compareCents(1_385_700, 100)).toEqual({ direction: 'up', text: '13.857×' });
});

test('writes only the direction when the earlier or the later amount is negative', () => {
  expect(compareCents(100, -50)).toEqual({ direction: 'up', text: 'subiu' });
  expect(compareCents(-60, 50)).toEqual({ direction: 'down', text: 'caiu' });
});
