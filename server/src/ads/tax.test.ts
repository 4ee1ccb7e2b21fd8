import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { addTax } from './tax.ts';

function readTax(AD_TAX_META?: string) {
  const read = readConfig(AD_TAX_META === undefined ? {} : { AD_TAX_META });
  return read.ok ? read.config.spend.tax : read.message;
}

const ROW = { network: 'meta', currency: 'BRL', day: '2026-03-01', spend_cents: 10_000 } as const;
const cost = (changes: Partial<Record<keyof typeof ROW, unknown>> = {}, setting?: string) => {
  const tax = readTax(setting);
  if (typeof tax === 'string') throw new Error(tax);
  return addTax({ ...ROW, ...changes } as typeof ROW, tax);
};

test('adds Meta’s tax to spend in reais, rounded to the centavo', () => {
  // 100.00 ÷ 0.8785 = 113.8304…
  expect(cost()).toBe(11_383);
  expect(cost({ spend_cents: 1 })).toBe(1);
  expect(cost({ spend_cents: 0 })).toBe(0);
  // 35.14 ÷ 0.8785 = 40 exactly.
  expect(cost({ spend_cents: 3_514 })).toBe(4_000);
  expect(cost({ spend_cents: 100_000_000_000 })).toBe(113_830_392_715);
});

test.each([
  ['of Google', { network: 'google' }, undefined],
  ['in another currency', { currency: 'USD' }, undefined],
  ['before 2026', { day: '2025-12-31' }, undefined],
  ['if it is switched off', {}, '0'],
])('adds no tax to spend %s', (_, changes, setting) => {
  expect(cost(changes, setting)).toBe(10_000);
});

test('applies each rate from its first day on', () => {
  const setting = '0.029@2027-01-01,0.1215';
  expect(cost({ day: '2026-12-31' }, setting)).toBe(11_383);
  expect(cost({ day: '2027-01-01' }, setting)).toBe(10_299);
});

test.each(['12.15', '1', '-0.1', '0,1215', '0.1215@amanhã', '0.1@2027-13-01'])(
  'refuses the rate %s with a sentence',
  (setting) => {
    expect(readTax(setting)).toMatch(/^AD_TAX_META must be a share from 0 to 0.999999, such as/);
  },
);
