import { phoneKey } from './person.ts';
import { COUNTRY_CODE, digitsOf } from './phone.ts';

/** Most digits that a number of the world has (E.164). */
const MOST_DIGITS = 15;
const AREA_DIGITS = 2;
/** How mobile numbers began before all were given a ninth digit; those of landlines begin with 2 to 5. */
const OLD_MOBILE = /^[6-9]/;

/**
 * A number's digits with its country's, as E.164 has them without the plus: `5511987654321`. A mobile
 * number that was typed without its ninth digit gets it. Null: too short or too long to be dialled.
 */
export function internationalDigits(text: string): string | null {
  const key = phoneKey(text);
  if (key === null) return null;
  if (key.startsWith('+')) return key.length > MOST_DIGITS + 1 ? null : key.slice(1);
  const area = key.slice(0, AREA_DIGITS);
  const number = key.slice(AREA_DIGITS);
  const isMobile = digitsOf(text).endsWith(`${area}9${number}`) || OLD_MOBILE.test(number);
  return `${COUNTRY_CODE}${area}${isMobile ? '9' : ''}${number}`;
}

/** The address that opens a chat with a number on WhatsApp; null where it cannot be dialled. */
export function whatsappLink(text: string): string | null {
  const digits = internationalDigits(text);
  return digits === null ? null : `https://wa.me/${digits}`;
}
