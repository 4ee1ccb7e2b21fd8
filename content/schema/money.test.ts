import { expect, test } from 'vitest';
import { problemsAfterEdit } from '../../testkit/editable-content.ts';
import { findPossibleAmounts, money } from './money.ts';

test.each([
  ['1.497,00', 149_700],
  ['1497,00', 149_700],
  ['R$ 1.497,00', 149_700],
  ['0,01', 1],
  ['1.234.567,89', 123_456_789],
  ['149700 centavos', 149_700],
  ['1 centavo', 1],
])('parses “%s” as %i centavos', (written, centavos) => {
  expect(money.parse(written)).toBe(centavos);
});

test.each([
  ...['1.497', '1497', '1497.00', '1,497.00', '1.49,00', '14.97,00', '1497,0', '-1,00', '0,00'],
])('rejects the ambiguous or invalid amount “%s”', (written) => {
  expect(money.safeParse(written).success).toBe(false);
});

test.each([
  ['1.497', ['R$ 1.497,00', 'R$ 1,50']],
  ['1497', ['R$ 1.497,00', 'R$ 14,97']],
  ['149700', ['R$ 149.700,00', 'R$ 1.497,00']],
  ['1,497', ['R$ 1,50', 'R$ 1.497,00']],
  ['1497.00', ['R$ 1.497,00']],
  ['1497,5', ['R$ 1.497,50']],
  ['1,497.00', ['R$ 1.497,00']],
  ['R$ 1497', ['R$ 1.497,00', 'R$ 14,97']],
  ['mil', []],
])('finds the possible meanings of “%s”: %j', (written, amounts) => {
  expect(findPossibleAmounts(written)).toEqual(amounts);
});

test('accepts a price in centavos after its space becomes non-breaking', () => {
  expect(problemsAfterEdit('offer.yaml', 'cash: 1.497,00', 'cash: 149700 centavos')).toEqual([]);
});
