import { canonicalPhone } from './person.ts';
import { COUNTRY_CODE } from './phone.ts';

/** A mobile number without its ninth digit: area code, and eight digits that begin with 6 to 9. */
const OLD_MOBILE = /^(?<area>\d\d)(?<number>[6-9]\d{7})$/;

/**
 * Returns a number's digits with the country code, as in E.164 without the plus: `5511987654321`. Adds a mobile
 * number's missing ninth digit. Null: the number cannot be dialed.
 */
export function internationalDigits(text: string): string | null {
  const phone = canonicalPhone(text);
  if (phone === null) return null;
  if (phone.startsWith('+')) return phone.slice(1);
  return COUNTRY_CODE + phone.replace(OLD_MOBILE, '$<area>9$<number>');
}

/** Returns the address that opens a WhatsApp chat with a number; null if it cannot be dialed. */
export function whatsappLink(text: string): string | null {
  const digits = internationalDigits(text);
  return digits === null ? null : `https://wa.me/${digits}`;
}
