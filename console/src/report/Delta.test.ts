import { expect, test } from 'vitest';
import { describeChange } from './Delta.tsx';

test('writes a change as a share of the earlier value', () => {
  expect(describeChange(112, 100)).toEqual({ direction: 'up', text: '+12%' });
  expect(describeChange(92, 100)).toEqual({ direction: 'down', text: '−8%' });
  expect(describeChange(5, 5)).toEqual({ direction: 'same', text: 'igual' });
  expect(describeChange(1004, 1000)).toEqual({ direction: 'same', text: 'quase igual' });
});

test('writes a change from zero in words, and a change beyond ten times as a multiple', () => {
  expect(describeChange(3, 0)).toEqual({ direction: 'up', text: 'antes, nada' });
  expect(describeChange(2400, 100)).toEqual({ direction: 'up', text: '24×' });
  expect(describeChange(1_385_700, 100)).toEqual({ direction: 'up', text: '13.857×' });
});

test('writes only the direction when the earlier or the later amount is negative', () => {
  expect(describeChange(100, -50)).toEqual({ direction: 'up', text: 'subiu' });
  expect(describeChange(-60, 50)).toEqual({ direction: 'down', text: 'caiu' });
});
