import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonNumber } from './json.ts';
import {
  methodOf,
  readCentavos,
  readReais,
  readTimestamp,
  smallerAmount,
  subtractAmounts,
  sumAmounts,
} from './values.ts';

const reais = (source: string) => readReais(new JsonNumber(source));
const centavos = (source: string) => readCentavos(new JsonNumber(source));
const invalid = { kind: 'invalid' };
const cents = (value: number) => ({ kind: 'cents', cents: value });

test.each([
  ['1.005', 101],
  ['1347.3000000000002', 134_730],
  ['1.4971e3', 149_710],
  ['149710E-2', 149_710],
  ['0', 0],
  ['0e999', 0],
  ['100000000', 10_000_000_000],
])('reads %s reais as %i centavos', (source, expected) => {
  expect(reais(source)).toEqual(cents(expected));
});

test.each(['1e999', '1e15', '-1e15', '100000000.01', '9'.repeat(200), '1e-999', '0x10'])(
  'refuses %s as an amount',
  (source) => expect(reais(source)).toEqual(invalid),
);

test('refuses lists and booleans as amounts, and finds null and empty texts missing', () => {
  for (const value of [[new JsonNumber('1')], true, { a: new JsonNumber('1') }]) {
    expect(readReais(value)).toEqual(invalid);
    expect(readCentavos(value)).toEqual(invalid);
  }
  for (const value of [null, '', ' ']) {
    expect(readReais(value)).toEqual({ kind: 'missing' });
    expect(readCentavos(value)).toEqual({ kind: 'missing' });
  }
});

test('refuses fractions of centavos', () => {
  expect(centavos('149710')).toEqual(cents(149_710));
  expect(centavos('149710.0')).toEqual(cents(149_710));
  expect(centavos('1497.10')).toEqual(invalid);
  expect(centavos('1e999')).toEqual(invalid);
});

test('reads the absolute value of a negative amount', () => {
  expect(reais('-1497.1')).toEqual({ kind: 'negative', cents: 149_710 });
  expect(centavos('-149710')).toEqual({ kind: 'negative', cents: 149_710 });
  expect(reais('-0')).toEqual(cents(0));
});

test('reads a text as an amount only if its unit is certain', () => {
  expect(readReais('1497.10')).toEqual(cents(149_710));
  expect(readReais(' 97 ')).toEqual(cents(9_700));
  expect(readCentavos('9700')).toEqual(cents(9_700));
  for (const text of ['1.497', '1,497', 'R$ 1.497', '1e3', 'US$ 10', '10 %', '1.4971,0', '1,1,1']) {
    expect(readReais(text)).toEqual(invalid);
    expect(readCentavos(text)).toEqual(invalid);
  }
  expect(readCentavos('97.00')).toEqual(invalid);
});

test.each([
  ['1497,10', 149_710],
  ['1.497,10', 149_710],
  ['1.234.567,89', 123_456_789],
  ['1,497.10', 149_710],
  ['R$\u00a01.497,10', 149_710],
  ['R$1497.10', 149_710],
])('reads the text %s as %i centavos, and never as centavos already', (text, expected) => {
  expect(readReais(text)).toEqual(cents(expected));
  expect(readCentavos(text)).toEqual(invalid);
});

test.each(['-1.497,10', 'R$ -1.497,10', '-R$ 1.497,10'])(
  'reads the absolute value of the negative text %s',
  (text) => {
    expect(readReais(text)).toEqual({ kind: 'negative', cents: 149_710 });
  },
);

test('returns the smaller valid amount', () => {
  expect(smallerAmount(centavos('500'), centavos('400'))).toEqual(cents(400));
  expect(smallerAmount(centavos('400'), centavos('500'))).toEqual(cents(400));
  expect(smallerAmount(centavos('400'), centavos('0.5'))).toEqual(cents(400));
  expect(smallerAmount(centavos('0.5'), centavos('400'))).toEqual(invalid);
});

test('subtracts a discount, and refuses a negative result', () => {
  expect(subtractAmounts(centavos('500'), centavos('100'))).toEqual(cents(400));
  expect(subtractAmounts(centavos('500'), readCentavos(null))).toEqual(cents(500));
  expect(subtractAmounts(centavos('500'), centavos('501'))).toEqual(invalid);
  expect(subtractAmounts(centavos('500'), centavos('-1'))).toEqual(invalid);
});

test('adds up amounts, and refuses a sum with an unknown part', () => {
  expect(sumAmounts([centavos('500'), centavos('1')])).toEqual(cents(501));
  expect(sumAmounts([])).toEqual({ kind: 'missing' });
  for (const part of [readCentavos(null), centavos('-1'), centavos('0.5')]) {
    expect(sumAmounts([centavos('500'), part])).toEqual(invalid);
  }
});

test('reads every price exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (price) => {
      const digits = String(price).padStart(3, '0');
      const source = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
      expect(reais(source)).toEqual(cents(price));
    }),
  );
});

test.each([
  ['2026-11-03T14:00:05.120Z', '2026-11-03T14:00:05.120Z'],
  ['2026-11-03T11:00:05-03:00', '2026-11-03T14:00:05.000Z'],
  ['2026-11-03 22:30', '2026-11-04T01:30:00.000Z'],
  ['03/11/2026', '2026-11-04T02:59:59.000Z'],
  ['2026-11-03', '2026-11-04T02:59:59.000Z'],
  ['2026-11-03 14:00:05+00', '2026-11-03T14:00:05.000Z'],
  ['2026-11-03 14:00:05 UTC', '2026-11-03T14:00:05.000Z'],
  ['Tue, 03 Nov 2026 14:00:05 GMT', '2026-11-03T14:00:05.000Z'],
])('reads %s as %s', (text, expected) => expect(readTimestamp(text)).toBe(expected));

test('distinguishes milliseconds from seconds', () => {
  expect(readTimestamp(new JsonNumber('1793732405123'))).toBe('2026-11-03T19:00:05.123Z');
  expect(readTimestamp(new JsonNumber('1793732405'))).toBe('2026-11-03T19:00:05.000Z');
  expect(readTimestamp(new JsonNumber('1793732405123.0'))).toBe('2026-11-03T19:00:05.123Z');
  expect(readTimestamp('1793732405.123')).toBe('2026-11-03T19:00:05.123Z');
});

test.each([
  ...['2026-02-30 10:00', '2026-13-01', '2026-11-03 25:00', 'ontem', '99999-01-01', '32/01/2026'],
  ...['11/24/2026 10:00', '03/11/2026 25:00', '46327', '46327.5', '20261103'],
])('refuses %s as a time', (text) => expect(readTimestamp(text)).toBe('invalid'));

test('refuses numbers, years and values that are no times', () => {
  for (const source of ['1e999', '-5', '12', '99999999999999999999', '1.5']) {
    expect(readTimestamp(new JsonNumber(source))).toBe('invalid');
  }
  expect(readTimestamp('1999-12-31T23:59:59Z')).toBe('invalid');
  expect(readTimestamp('2100-01-01T00:00:00Z')).toBe('invalid');
  expect(readTimestamp(true)).toBe('invalid');
});

test('reads an empty value as a missing time', () => {
  expect(readTimestamp(null)).toBeNull();
  expect(readTimestamp('')).toBeNull();
  expect(readTimestamp(new JsonNumber('0'))).toBeNull();
});

// Words of the platforms' notices and files.
test.each([
  ['CREDIT_CARD', 'credit_card'],
  ['Cartão', 'credit_card'],
  ['HOTCARD', 'credit_card'],
  ['Cartão de crédito ou débito', 'credit_card'],
  ['debit_card', 'debit_card'],
  ['Cartão de Débito', 'debit_card'],
  ['DIRECT_DEBIT', 'direct_debit'],
  ['FINANCED_BILLET', 'boleto'],
  ['PIX Automático', 'pix'],
])('reads the payment method %s as %s', (word, method) => {
  expect(methodOf(word)).toBe(method);
});
