import { expect, test } from 'vitest';
import { compare } from './Delta.tsx';

test('writes a change as a share of the earlier value', () => {
  expect(compare(112, 100)).toEqual({ direction: 'up', text: '+12%' });
  expect(compare(92, 100)).toEqual({ direction: 'down', text: '−8%' });
  expect(compare(5, 5)).toEqual({ direction: 'same', text: 'igual' });
  expect(compare(1004, 1000)).toEqual({ direction: 'same', text: 'quase igual' });
});

test('writes no share of zero, and a multiple beyond ten times', () => {
  expect(compare(3, 0)).toEqual({ direction: 'up', text: 'antes, nada' });
  expect(compare(2400, 100)).toEqual({ direction: 'up', text: '24×' });
});

test('writes no share of or to a negative amount', () => {
  expect(compare(100, -50)).toEqual({ direction: 'up', text: 'subiu' });
  expect(compare(-60, 50)).toEqual({ direction: 'down', text: 'caiu' });
});
