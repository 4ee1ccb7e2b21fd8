const AREA_DIGITS = 2;
/** Digits of an area code and a mobile number. */
export const NATIONAL_DIGITS = 11;
export const COUNTRY_CODE = '55';
/** Area code, then a mobile number (nine digits, the first a 9) or a landline (eight, 2 to 5). */
const NATIONAL_NUMBER = /^[1-9]{2}(?:9\d{8}|[2-5]\d{7})$/;

/** Returns the ASCII digits of a text. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Returns whether `digits` are a complete Brazilian number, area code included. */
export const isNational = (digits: string): boolean => NATIONAL_NUMBER.test(digits);

/** `(DD) DDDDD-DDDD` as far as the digits go; a landline's number splits after four. */
export function formatNational(digits: string): string {
  const area = digits.slice(0, AREA_DIGITS);
  const number = digits.slice(AREA_DIGITS);
  if (number === '') return area && `(${area}`;
  const isLandline = /^[2-5]/.test(number) && number.length <= 8;
  const split = isLandline ? 4 : 5;
  if (number.length <= split) return `(${area}) ${number}`;
  return `(${area}) ${number.slice(0, split)}-${number.slice(split)}`;
}

/** Returns the digits without country code or trunk zero, if a complete Brazilian number follows it. */
export function nationalDigits(digits: string): string {
  for (const prefix of [COUNTRY_CODE, '0']) {
    const rest = digits.slice(prefix.length);
    if (digits.startsWith(prefix) && isNational(rest)) return rest;
  }
  return digits;
}

/**
 * Shows a phone number the Brazilian way: `(11) 98765-4321`. Takes the shapes people paste, with
 * `+55` or a trunk zero. A foreign number (`+` and another country), or one with more digits than
 * a Brazilian one has, keeps its digits as they are.
 */
export function formatPhone(text: string): string {
  const isInternational = text.trimStart().startsWith('+');
  const digits = digitsOf(text);
  if (isInternational) {
    const isBrazilian = digits.startsWith(COUNTRY_CODE) && digits.length > COUNTRY_CODE.length;
    const national = digits.slice(COUNTRY_CODE.length);
    if (isBrazilian && national.length <= NATIONAL_DIGITS) return formatNational(national);
    return `+${digits}`;
  }
  const national = nationalDigits(digits);
  return national.length <= NATIONAL_DIGITS ? formatNational(national) : national;
}

export const countDigits = (text: string): number => digitsOf(text).length;

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
