import { expect, test } from 'vitest';
import { measureFlow } from './Funnel.tsx';

test('the widest step fills the wire, a quarter of it half, and nothing is a hair', () => {
  expect(measureFlow([400, 100, 0])).toEqual([36, 18, 0.75]);
});

test('one among a hundred thousand is still seen', () => {
  expect(measureFlow([100_000, 1])[1]).toBe(1.5);
});
