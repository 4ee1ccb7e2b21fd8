import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalPhone, emailKey, phoneKey } from './person.ts';

test.each([
  '(11) 98765-4321',
  '11987654321',
  '11 8765-4321',
  '+55 (11) 98765-4321',
  '+55 11 8765-4321',
  '5511987654321',
  '551187654321',
  '011 98765-4321',
  '0 15 11 98765-4321',
  '+55 011 98765-4321',
  '0055 11 98765-4321',
  '(+55 11) 98765.4321',
])('gives one key for every spelling of a number: %s', (text) => {
  expect(phoneKey(text)).toBe('1187654321');
});

test('does not mistake area code 55 for the country code', () => {
  expect(phoneKey('(55) 99123-4567')).toBe('5591234567');
  expect(phoneKey('+55 (55) 99123-4567')).toBe('5591234567');
});

test.each([
  ['(12) 98765-4321', 'another area'],
  ['(11) 98765-4322', 'another number'],
  ['+1 187 654 321 00', 'another country'],
])('gives %s another key: %s', (text) => {
  expect(phoneKey(text)).not.toBe('1187654321');
});

test('keeps all digits of a foreign number', () => {
  expect(phoneKey('+351 912 345 678')).toBe('+351912345678');
  expect(phoneKey('00351 912 345 678')).toBe('+351912345678');
  expect(phoneKey('351912345678')).toBe('+351912345678');
  expect(phoneKey('+47 12 34 56 78')).toBe('+4712345678');
  expect(phoneKey('(47) 3134-5678')).toBe('4731345678');
  expect(phoneKey('+47 31 34 56 78')).toBe('+4731345678');
  expect(phoneKey('14155552671')).toBe('+14155552671');
});

test('gives a landline and a mobile with equal last digits different keys', () => {
  expect(phoneKey('(11) 3456-7890')).toBe('1134567890');
  expect(phoneKey('(11) 93456-7890')).toBe('11934567890');
  expect(phoneKey('+55 11 93456-7890')).toBe('11934567890');
});

test.each([
  '(11) 99999-9999',
  '(11) 98888-8888',
  '(11) 3333-3333',
  '(11) 91234-5678',
  '1234567890',
  '12345678901',
  '00000000000',
  '+1 222 222 2222',
])('gives %s no key because many people type it', (text) => {
  expect(phoneKey(text)).toBeNull();
});

test('keeps the canonical form of a filler number', () => {
  expect(canonicalPhone('(11) 99999-9999')).toBe('1199999999');
});

test.each(['(20) 98765-4321', '2395551234', '3055551234', '+55 52 98765-4321', '5552987654321'])(
  '%s has no area code of Brazil, and is no number',
  (text) => {
    expect(canonicalPhone(text)).toBeNull();
  },
);

test('accepts exactly 67 area codes', () => {
  const codes = Array.from({ length: 90 }, (_, code) => code + 10);
  expect(codes.filter((code) => phoneKey(`${code}987654320`) !== null)).toHaveLength(67);
});

test.each(['', '123', 'ana@exemplo.com', '98765-4321', '٠١٢٣٤٥٦٧٨٩'])(
  '%j is no number to know a person by',
  (text) => {
    expect(phoneKey(text)).toBeNull();
  },
);

test('gives a key that is its own key, for any text', () => {
  const text = fc.string({ unit: fc.constantFrom(...'0123456789()-+ 5a'), maxLength: 40 });
  fc.assert(
    fc.property(text, (typed) => {
      const key = phoneKey(typed);
      if (key !== null) expect(phoneKey(key)).toBe(key);
    }),
  );
});

test('gives one key for every spelling of an e-mail address', () => {
  expect(emailKey('  Ana@Exemplo.COM ')).toBe('ana@exemplo.com');
});

test('keeps a mobile number that begins with 95 apart from the landline without its 9', () => {
  expect(phoneKey('(11) 95123-4567')).toBe('11951234567');
  expect(phoneKey('(11) 5123-4567')).toBe('1151234567');
});
