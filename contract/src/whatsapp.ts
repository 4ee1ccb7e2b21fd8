import {
  COUNTRY_CODE,
  digitsOf,
  formatNational,
  isNational,
  NATIONAL_DIGITS,
  nationalDigits,
} from './phone.ts';

/**
 * A WhatsApp number as it is typed: a plus and digits, and for Brazil `+55 (11) 98765-4321`. A
 * Brazilian number with too many digits keeps them all, unformatted.
 */
export function formatWhatsapp(text: string): string {
  const digits = digitsOf(text);
  if (digits === '') return text.includes('+') ? '+' : '';
  if (!digits.startsWith(COUNTRY_CODE)) return `+${digits}`;
  const national = nationalDigits(digits.slice(COUNTRY_CODE.length));
  if (national.length > NATIONAL_DIGITS) return `+${digits}`;
  return `+${COUNTRY_CODE} ${formatNational(national)}`.trimEnd();
}

/**
 * Reads a number that came whole, pasted or filled in: Brazilians leave `+55` out, which typing
 * digit by digit cannot tell from another country's code.
 */
export function completeWhatsapp(text: string): string {
  const digits = nationalDigits(digitsOf(text));
  if (text.includes('+') || !isNational(digits)) return formatWhatsapp(text);
  return formatWhatsapp(`+${COUNTRY_CODE}${digits}`);
}
