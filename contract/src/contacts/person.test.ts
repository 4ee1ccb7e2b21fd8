import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FILLER_EMAILS,
  FILLER_PHONES,
  PHONE_SPELLINGS,
  PHONES_WITH_KEYS,
  PHONES_WITHOUT_AREA,
  SEVERAL_OR_NO_PHONES,
} from '../../../testkit/phones.ts';
import {
  canonicalPhone,
  emailKey,
  emailPersonKey,
  findPhones,
  findSpacedPhones,
  phoneKey,
} from './person.ts';

test.each(PHONE_SPELLINGS)('gives one key for every spelling of a number: %s', (text) => {
  expect(phoneKey(text)).toBe('1187654321');
});

test.each(PHONES_WITH_KEYS)('gives %s the key %s', (text, key) => {
  expect(phoneKey(text)).toBe(key);
});

test.each(FILLER_PHONES)('gives %s no key because many people type it', (text) => {
  expect(phoneKey(text)).toBeNull();
});

test.each(FILLER_EMAILS)('gives %s no key because many people type it', (text) => {
  expect(emailPersonKey(text)).toBeNull();
});

test.each([
  ...['naomi@tem.com', 'nao@empresa.com.br', 'sem@agencia.com', 'teste@escola.com'],
  'ana@email.com',
])('gives %s a key', (text) => {
  expect(emailPersonKey(text)).toBe(text);
});

test('keeps the canonical form of a filler number', () => {
  expect(canonicalPhone('(11) 99999-9999')).toBe('1199999999');
});

test.each(PHONES_WITHOUT_AREA)(
  'reads no number in %s, which has no area code of Brazil',
  (text) => {
    expect(canonicalPhone(text)).toBeNull();
  },
);

test.each(SEVERAL_OR_NO_PHONES)(
  'gives no key to %s, which may be several numbers or none',
  (text) => {
    expect(phoneKey(text)).toBeNull();
  },
);

test('finds each number of a text', () => {
  expect(findPhones('Ana: 11 98765-4321 / +351 912 345 678; fixo 2133334444')).toEqual([
    '11 98765-4321',
    '+351 912 345 678',
    '2133334444',
  ]);
});

test.each([
  ['(11) 98765-4321 (21) 3333-4444', ['(11) 98765-4321', '(21) 3333-4444']],
  ['+55 11 98765-4321 +55 21 3333-4444', ['+55 11 98765-4321', '+55 21 3333-4444']],
  ['11 98765 4321  21 3333 4444', ['11 98765 4321', '21 3333 4444']],
  ['11 98765-4321', ['11 98765-4321']],
  ['11 98765-4321 99', []],
  ['529.982.247-25', []],
])('finds the numbers of %s, between which there are only spaces', (text, phones) => {
  expect(findSpacedPhones(text)).toEqual(phones);
});

test.each(['- 9h', '– 14h às 18h', '- ramal 12', '- 12', '/ 9h', '(só whats)'])(
  'finds the number before %s',
  (hint) => {
    expect(findSpacedPhones(`(11) 98765-4321 ${hint}`)).toEqual(['(11) 98765-4321']);
  },
);

test('accepts exactly 67 area codes', () => {
  const codes = Array.from({ length: 90 }, (_, code) => code + 10);
  expect(codes.filter((code) => phoneKey(`${code}987654320`) !== null)).toHaveLength(67);
});

test.each(['', '123', 'ana@exemplo.com', '98765-4321', '٠١٢٣٤٥٦٧٨٩'])(
  'gives no key to %j',
  (text) => {
    expect(phoneKey(text)).toBeNull();
  },
);

test('makes the same key again from the key of any text', () => {
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
