import { expect, test } from 'vitest';
import { groupPhone, internationalDigits, whatsappLink } from './international-phone.ts';

test.each([
  ['(11) 98765-4321', '5511987654321'],
  ['+55 (11) 98765-4321', '5511987654321'],
  ['011 98765-4321', '5511987654321'],
  ['0055 11 98765-4321', '5511987654321'],
  // New mobile numbers may have any digit after the nine.
  ['11 93456-7890', '5511934567890'],
  // Until 2016 mobile numbers had eight digits.
  ['11 8765-4321', '5511987654321'],
  ['(11) 3456-7890', '551134567890'],
  ['+351 912 345 678', '351912345678'],
  ['351912345678', '351912345678'],
  // Some countries' numbers begin with a zero that only callers there dial. Italian ones keep it.
  ['+44 (0)7911 123456', '447911123456'],
  ['+81 090-1234-5678', '819012345678'],
  ['+49 0151 23456789', '4915123456789'],
  ['+595 0981 123456', '595981123456'],
  ['+39 06 1234567', '39061234567'],
  ['+420 601 123 456', '420601123456'],
  ['+225 07 12 34 56 78', '2250712345678'],
])('returns the international digits of %s: %s', (text, digits) => {
  expect(internationalDigits(text)).toBe(digits);
});

test.each(['98765-4321', '', '1234567890123456'])('returns null for “%s”', (text) => {
  expect(internationalDigits(text)).toBeNull();
  expect(whatsappLink(text)).toBeNull();
});

test("returns a number's WhatsApp address", () => {
  expect(whatsappLink('(11) 98765-4321')).toBe('https://wa.me/5511987654321');
});

test.each([
  ['11987654321', '(11) 98765-4321'],
  ['1187654321', '(11) 8765-4321'],
  ['+351912345678', '+351 912 345 678'],
  ['+1 3055550123', '+1 305 555 0123'],
  ['+34-612345678', '+34 612 345 678'],
  ['+5939876', '+593 9876'],
  ['+999', '+999'],
  ['98765', '(98) 765'],
])('shows operators the phone %s as %s', (stored, shown) => {
  expect(groupPhone(stored)).toBe(shown);
});
