import { canonicalPhone } from './person.ts';
import { COUNTRY_CODE } from './phone.ts';

/** Most digits that a number of the world has (E.164). */
const MOST_DIGITS = 15;
/** A mobile number from before all were given a ninth digit: area code, and eight digits that begin with 6 to 9. */
const OLD_MOBILE = /^(?<area>\d\d)(?<number>[6-9]\d{7})$/;

/**
 * A number's digits with its country's, as E.164 has them without the plus: `5511987654321`. A mobile
 * number that was typed without its ninth digit gets it. Null: it cannot be dialed.
 */
export function internationalDigits(text: string): string | null {
  const phone = canonicalPhone(text);
  if (phone === null) return null;
  if (phone.startsWith('+')) return phone.length > MOST_DIGITS + 1 ? null : phone.slice(1);
  return COUNTRY_CODE + phone.replace(OLD_MOBILE, '$<area>9$<number>');
}

/** The address that opens a chat with a number on WhatsApp; null where it cannot be dialled. */
export function whatsappLink(text: string): string | null {
  const digits = internationalDigits(text);
  return digits === null ? null : `https://wa.me/${digits}`;
}
