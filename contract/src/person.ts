/**
 * Person keys: contacts with an equal key are one person. Keys are compared and stored, never shown. Browser code may
 * import this file, so it does not import zod.
 */

import { digitsOf, NATIONAL_DIGITS } from './phone.ts';

/** Area code and eight digits. */
const MIN_DIGITS = 10;
/** The 67 area codes of Brazil. Source: Anatel. */
const AREA = '1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9]';
/**
 * Area code and number. In 2016 mobile numbers that began with 6 to 9 got a ninth digit. Landlines (2 to 5) have eight
 * digits; newer mobiles may have any digit after their 9.
 */
const BRAZILIAN = new RegExp(`^(${AREA})(?:9?([6-9]\\d{7})|(9[0-5]\\d{7}|[2-5]\\d{7}))$`);
/** Prefixes of the area code: country, long-distance zero, or zero and a carrier. */
const PREFIXES = [/^55/, /^550/, /^0/, /^0\d\d/];
const NORTH_AMERICAN = /^1[2-9]\d{2}[2-9]\d{6}$/;
/** Numbers that people type to get past a form. A descending run is none: (11) 98765-4321 is this product's sample. */
const FILLER = /(\d)\1{7}$|^\d\d9?(?:12345678|23456789)$|^\+?1234567890(?:1|12)?$/;

/**
 * Returns the canonical form of a phone number: `1187654321` for a Brazilian one (area code and number, without the ninth
 * digit if the mobile number also exists without it), `+351912345678` for a foreign one. Without a plus, ten or eleven
 * digits are Brazilian (or North American: 1 and ten digits). Null: incomplete, or an area code that Brazil does not have.
 */
export function canonicalPhone(text: string): string | null {
  const digits = digitsOf(text);
  if (digits.length < MIN_DIGITS) return null;
  const isInternational = /^[^0-9]*\+/.test(text) || digits.startsWith('00');
  const significant = digits.replace(/^00/, '');
  const prefixes = isInternational ? PREFIXES.slice(0, 2) : [/^/, ...PREFIXES];
  for (const prefix of prefixes) {
    if (!prefix.test(significant)) continue;
    const [, area, oldMobile, other] = BRAZILIAN.exec(significant.replace(prefix, '')) ?? [];
    if (area) return area + (oldMobile ?? other);
  }
  if (/^(?:55|0)/.test(significant)) return null;
  const isForeign =
    isInternational || significant.length > NATIONAL_DIGITS || NORTH_AMERICAN.test(significant);
  return isForeign ? `+${significant}` : null;
}

/**
 * Returns the person key of a phone number: its canonical form, the same with and without ninth digit, `+55` or leading
 * zero. Null: no number, or one that many people type instead of their own.
 */
export function phoneKey(text: string): string | null {
  const phone = canonicalPhone(text);
  return phone === null || FILLER.test(phone) ? null : phone;
}

/** Returns the person key of an e-mail address: trimmed, in lower case. */
export const emailKey = (text: string): string => text.trim().toLowerCase();
