import { expect, test } from 'vitest';
import { measureFlow } from './Funnel.tsx';

test('draws widths by the square root, and a hairline for zero', () => {
  expect(measureFlow([400, 100, 0])).toEqual([36, 18, 0.75]);
});

test('draws one among a hundred thousand visibly', () => {
  expect(measureFlow([100_000, 1])[1]).toBe(1.5);
});
