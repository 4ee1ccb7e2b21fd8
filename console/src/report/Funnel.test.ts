import { expect, test } from 'vitest';
import { flowWidths } from './Funnel.tsx';

test('draws widths by the square root, and a hairline for zero', () => {
  expect(flowWidths([400, 100, 0])).toEqual([36, 18, 0.75]);
});

test('keeps a count of one visible next to a hundred thousand', () => {
  expect(flowWidths([100_000, 1])[1]).toBe(1.5);
});
