import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalPhone, emailKey, findPhones, phoneKey } from './person.ts';

test.each([
  ...['(11) 98765-4321', '11987654321', '11 8765-4321', '+55 (11) 98765-4321', '+55 11 8765-4321'],
  ...['5511987654321', '551187654321', '011 98765-4321', '0 15 11 98765-4321'],
  ...['+55 011 98765-4321', '0055 11 98765-4321', '(+55 11) 98765.4321', '+11 98765-4321'],
  ...['11 11 98765-4321', '1111987654321', '5555 11 98765-4321', '+55 +55 11 98765-4321'],
  ...['(0xx11) 98765-4321', '11987654321.0', '11987654321,0', '="11987654321"'],
  ...["'+55 11 98765-4321", '5.511987654321E12', '\u{202a}+55 11 98765\u{2011}4321\u{202c}'],
  ...[
    '11\u{a0}98765\u{200b}-4321',
    '１１９８７６５４３２１',
    'p:+5511987654321',
    'tel:+55-11-98765-4321',
  ],
  ...['https://wa.me/5511987654321?text=Oi%2010'],
  ...['https://api.whatsapp.com/send?phone=5511987654321&text=Oi', '11 98765-4321 / 21 3333-4444'],
  ...['11987654321, 2133334444', '11987654321 2133334444'],
  ...['(11) 98765-4321 (Ana) ou (21) 3333-4444', '11 98765-4321 ramal 12'],
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
  ...['(11) 99999-9999', '(11) 98888-8888', '(11) 3333-3333', '(11) 91234-5678', '1234567890'],
  ...['12345678901', '00000000000', '+1 222 222 2222'],
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

test.each([
  ...['119876543210', '11 98765-4321 99', '11/98765-43210', '+55 11 98765-43210', '1212555012345'],
  ...['60701190000104', '5,51199E+12', '1,198765432E+10', '9191 8765 4321', '+1234567890123456'],
])('%s may be several numbers or none, and is no key', (text) => {
  expect(phoneKey(text)).toBeNull();
});

test('finds each number of a text', () => {
  expect(findPhones('Ana: 11 98765-4321 / +351 912 345 678; fixo 2133334444')).toEqual([
    '11 98765-4321',
    '+351 912 345 678',
    '2133334444',
  ]);
});

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
