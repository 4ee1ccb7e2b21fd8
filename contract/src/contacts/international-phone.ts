import { canonicalPhone } from './person.ts';
import { COUNTRY_CODE, digitsOf, formatPhone, TRUNK_ZERO_COUNTRIES } from './phone.ts';
import { COUNTRY_CODES } from './phone-parts.ts';

const MOBILE_WITHOUT_NINTH_DIGIT = /^(?<area>\d\d)(?<number>[6-9]\d{7})$/;

const TRUNK_ZERO = RegExp(`^(${TRUNK_ZERO_COUNTRIES})0`);
const BEFORE_TRUNK_ZERO = RegExp(`^\\+(${TRUNK_ZERO_COUNTRIES})(?!0)`);

/**
 * Returns the digits of E.164, without the plus and a trunk zero. Adds the ninth digit to an old mobile number. Null
 * if the number cannot be dialed.
 */
export function internationalDigits(text: string): string | null {
  const phone = canonicalPhone(text);
  if (phone === null) return null;
  if (phone.startsWith('+')) return phone.slice(1).replace(TRUNK_ZERO, '$1');
  return COUNTRY_CODE + phone.replace(MOBILE_WITHOUT_NINTH_DIGIT, '$<area>9$<number>');
}

/**
 * Returns the canonical form of a number. Removes the zero that a foreign number has only if it is dialed inside its
 * country, unless the rest would be too short. Null if the text has no number.
 */
export const dialedPhone = (text: string): string | null =>
  canonicalPhone(`+${internationalDigits(text)}`) ?? canonicalPhone(text);

/**
 * Returns the canonical forms that one number may have: as written, without the zero that {@link dialedPhone}
 * removes, and with it.
 */
export function phoneSpellings(text: string): string[] {
  const phones = [canonicalPhone(text), dialedPhone(text)].flatMap((phone) => phone ?? []);
  return [
    ...new Set([...phones, ...phones.map((phone) => phone.replace(BEFORE_TRUNK_ZERO, '$&0'))]),
  ];
}

/** Returns `(11) 98765-4321`, `(11) 8765-4321` (an old mobile), or `+351 912 345 678`, a foreign number in groups. */
export function groupPhone(text: string): string {
  const phone = formatPhone(text).replace(/(\(\d\d\) \d{4})(\d)-(\d{3})$/, '$1-$2$3');
  const digits = phone.startsWith('+') ? digitsOf(phone) : '';
  const code = [1, 2, 3]
    .map((length) => digits.slice(0, length))
    .find((d) => COUNTRY_CODES.test(d));
  if (code === undefined || code === COUNTRY_CODE || code === digits) return phone;
  return `+${code} ${digits.slice(code.length).replace(/\d{3}(?=\d{3})/g, '$& ')}`;
}

/** Returns the address that opens a WhatsApp chat; null if the number cannot be dialed. */
export function whatsappLink(text: string): string | null {
  const digits = internationalDigits(text);
  return digits === null ? null : `https://wa.me/${digits}`;
}
