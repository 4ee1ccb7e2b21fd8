import { expect, test } from 'vitest';
import { internationalDigits, whatsappLink } from './international-phone.ts';

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
