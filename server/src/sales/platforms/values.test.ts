import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonNumber } from './json.ts';
import { fromCentavos, fromReais, minus, momentOf, numberOf, smaller } from './values.ts';

const reais = (source: string) => fromReais(new JsonNumber(source));
const centavos = (source: string) => fromCentavos(new JsonNumber(source));
const bad = { kind: 'bad' };

test.each([
  ['1497.1', 149_710],
  ['1497', 149_700],
  ['1497.10000', 149_710],
  ['0.29', 29],
  ['1.005', 101],
  ['1347.3000000000002', 134_730],
  ['1347.2999999999997', 134_730],
  ['1.4971e3', 149_710],
  ['149710E-2', 149_710],
  ['0', 0],
  ['0e999', 0],
  ['100000000', 10_000_000_000],
])('%s reais are %i centavos', (source, expected) => {
  expect(reais(source)).toEqual({ kind: 'centavos', centavos: expected });
});

test.each(['1e999', '1e15', '-1e15', '100000000.01', '9'.repeat(200), '1e-999', '0x10'])(
  '%s is no amount',
  (source) => expect(reais(source)).toEqual(bad),
);

test('a text, a list or a truth is no amount; nothing is none', () => {
  for (const value of ['1497.10', '', [new JsonNumber('1')], true, { a: new JsonNumber('1') }]) {
    expect(fromReais(value)).toEqual(bad);
    expect(fromCentavos(value)).toEqual(bad);
  }
  expect(fromReais(null)).toEqual({ kind: 'none' });
});

test('centavos are whole', () => {
  expect(centavos('149710')).toEqual({ kind: 'centavos', centavos: 149_710 });
  expect(centavos('149710.0')).toEqual({ kind: 'centavos', centavos: 149_710 });
  expect(centavos('1497.10')).toEqual(bad);
  expect(centavos('1e999')).toEqual(bad);
});

test('money that goes back has a size', () => {
  expect(reais('-1497.1')).toEqual({ kind: 'negative', centavos: 149_710 });
  expect(centavos('-149710')).toEqual({ kind: 'negative', centavos: 149_710 });
  expect(reais('-0')).toEqual({ kind: 'centavos', centavos: 0 });
});

test('a text with at most two decimals is a number, any other stays a text', () => {
  expect(fromReais(numberOf('1497.10'))).toEqual({ kind: 'centavos', centavos: 149_710 });
  for (const text of ['1.497', '1.497,10', '1497,10', '1,497.10', 'R$ 10', '', '1e3']) {
    expect(numberOf(text)).toBe(text);
  }
});

test('the smaller of two amounts counts, and an amount that is none does not', () => {
  expect(smaller(centavos('500'), centavos('400'))).toEqual({ kind: 'centavos', centavos: 400 });
  expect(smaller(centavos('400'), centavos('500'))).toEqual({ kind: 'centavos', centavos: 400 });
  expect(smaller(centavos('400'), centavos('0.5'))).toEqual({ kind: 'centavos', centavos: 400 });
  expect(smaller(centavos('0.5'), centavos('400'))).toEqual(bad);
});

test('a discount is taken off, and never leaves less than nothing', () => {
  expect(minus(centavos('500'), centavos('100'))).toEqual({ kind: 'centavos', centavos: 400 });
  expect(minus(centavos('500'), fromCentavos(null))).toEqual({ kind: 'centavos', centavos: 500 });
  expect(minus(centavos('500'), centavos('501'))).toEqual(bad);
  expect(minus(centavos('500'), centavos('-1'))).toEqual(bad);
});

test('every price comes out as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), (price) => {
      const digits = String(price).padStart(3, '0');
      const source = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
      expect(reais(source)).toEqual({ kind: 'centavos', centavos: price });
    }),
  );
});

test.each([
  ['2026-11-03T14:00:05.120Z', '2026-11-03T14:00:05.120Z'],
  ['2026-11-03T11:00:05-03:00', '2026-11-03T14:00:05.000Z'],
  ['2026-11-03 11:00:05', '2026-11-03T14:00:05.000Z'],
  ['2026-11-03 22:30', '2026-11-04T01:30:00.000Z'],
  ['2026-11-03T11:00:05', '2026-11-03T14:00:05.000Z'],
  ['03/11/2026 11:00:05', '2026-11-03T14:00:05.000Z'],
  ['03/11/2026', '2026-11-04T02:59:59.000Z'],
  ['2026-11-03', '2026-11-04T02:59:59.000Z'],
])('%s is %s', (text, expected) => expect(momentOf(text)).toBe(expected));

test('milliseconds and seconds are told apart', () => {
  expect(momentOf(new JsonNumber('1793732405123'))).toBe('2026-11-03T19:00:05.123Z');
  expect(momentOf(new JsonNumber('1793732405'))).toBe('2026-11-03T19:00:05.000Z');
});

test.each([
  '2026-02-30 10:00',
  '2026-13-01',
  '2026-11-03 25:00',
  'ontem',
  '99999-01-01',
  '32/01/2026',
])('%s is no moment', (text) => expect(momentOf(text)).toBe('bad'));

test('numbers that are no times, years out of reach, and other things are no moments', () => {
  for (const source of ['1e999', '-5', '12', '99999999999999999999', '1.5']) {
    expect(momentOf(new JsonNumber(source))).toBe('bad');
  }
  expect(momentOf('1999-12-31T23:59:59Z')).toBe('bad');
  expect(momentOf('2100-01-01T00:00:00Z')).toBe('bad');
  expect(momentOf(true)).toBe('bad');
});

test('nothing is nothing', () => {
  expect(momentOf(null)).toBeNull();
  expect(momentOf('')).toBeNull();
  expect(momentOf(new JsonNumber('0'))).toBeNull();
});
