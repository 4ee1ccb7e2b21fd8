import { canonicalPhone } from './person.ts';
import { COUNTRY_CODE } from './phone.ts';

/** A mobile number without its ninth digit. */
const OLD_MOBILE = /^(?<area>\d\d)(?<number>[6-9]\d{7})$/;

/** Returns E.164 without the plus, with a mobile number's missing ninth digit; null if the number cannot be dialed. */
export function internationalDigits(text: string): string | null {
  const phone = canonicalPhone(text);
  if (phone === null) return null;
  if (phone.startsWith('+')) return phone.slice(1);
  return COUNTRY_CODE + phone.replace(OLD_MOBILE, '$<area>9$<number>');
}

/** Null if the number cannot be dialed. */
export function whatsappLink(text: string): string | null {
  const digits = internationalDigits(text);
  return digits === null ? null : `https://wa.me/${digits}`;
}
