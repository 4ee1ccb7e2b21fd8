const AREA_DIGITS = 2;
/** Digits of an area code and a mobile number. */
export const NATIONAL_DIGITS = 11;
export const COUNTRY_CODE = '55';
/**
 * Matches an area code with a mobile number (nine digits, the first a 9) or a landline (eight, the first 2 to 5), after
 * a country code, a trunk zero or a carrier (015 11 98765-4321); while it is typed, the carrier's zero is removed.
 */
const NATIONAL_NUMBER = /^(?:55|0\d\d|0|1[245]|[2-4]1)?([1-9]{2}(?:9\d{8}|[2-5]\d{7}))$/;
/**
 * The first number of a text that contains several, or of a link, and the plus or `00` before it. A plus or bracket
 * after ten digits begins another number.
 */
const FIRST_NUMBER = /(\+|00\s?)?(\d([\s()+.-]*\d){9}([\s).-]*\d)*)/;

/** Returns the ASCII digits of a text. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Returns whether `digits` are a complete Brazilian number, area code included, perhaps with a prefix. */
export const isNational = (digits: string): boolean => NATIONAL_NUMBER.test(digits);

/** Returns `(DD) DDDDD-DDDD` as far as the digits go; a landline is split after four digits. */
export function formatNational(digits: string): string {
  const area = digits.slice(0, AREA_DIGITS);
  const number = digits.slice(AREA_DIGITS);
  if (number === '') return area && `(${area}`;
  const isLandline = /^[2-5]/.test(number) && number.length <= 8;
  const split = isLandline ? 4 : 5;
  if (number.length <= split) return `(${area}) ${number}`;
  return `(${area}) ${number.slice(0, split)}-${number.slice(split)}`;
}

/** Returns a complete Brazilian number without country code, trunk zero or carrier; other digits unchanged. */
export const nationalDigits = (digits: string): string => digits.replace(NATIONAL_NUMBER, '$1');

/**
 * Returns the digits of a text's first number, and whether a plus or `00` precedes them. A copied number may have an
 * invisible mark, a bracket or a word before its plus.
 */
function readNumber(text: string): [digits: string, isInternational: boolean] {
  const match = FIRST_NUMBER.exec(text) ?? [text, text.includes('+'), text];
  const [, prefix, number] = match as [string, unknown, string];
  // A digit may be typed before the plus.
  return [digitsOf(number), Boolean(prefix) || number.includes('+')];
}

/**
 * Returns a phone number in the Brazilian format: `(11) 98765-4321`, also if it was pasted with `+55`, a trunk zero or
 * a carrier's code. A foreign number (`+` and another country), and one with too many digits, keeps its digits
 * unformatted.
 */
export function formatPhone(text: string): string {
  const [digits, isInternational] = readNumber(text);
  if (isInternational && !digits.startsWith(COUNTRY_CODE)) return `+${digits}`;
  const national = nationalDigits(digits.slice(isInternational ? COUNTRY_CODE.length : 0));
  if (national && national.length <= NATIONAL_DIGITS) return formatNational(national);
  return (isInternational ? '+' : '') + digits;
}

/** Trunk zeros and repeated country codes. A 55 before 0, 1, 6, 7 or 8 is no area code: no number begins so. */
const NEEDLESS_PREFIX = /^(?:0|55(?=[016-8]))*/;

/**
 * Formats a WhatsApp number while it is typed: a plus and digits, for Brazil `+55 (11) 98765-4321`. A number without a
 * plus is Brazilian from its first digit. A Brazilian number with too many digits keeps them all, unformatted.
 */
export function formatWhatsapp(text: string): string {
  const [digits, isInternational] = readNumber(text);
  if (isInternational && !digits.startsWith(COUNTRY_CODE)) return `+${digits}`;
  if (digits === '') return '';
  const typed = digits.slice(isInternational ? COUNTRY_CODE.length : 0);
  const national = nationalDigits(typed.replace(NEEDLESS_PREFIX, ''));
  if (national.length > NATIONAL_DIGITS) return `+${COUNTRY_CODE}${national}`;
  return `+${COUNTRY_CODE} ${formatNational(national)}`.trimEnd();
}

/** Formats a pasted or autofilled number. If it has no plus but is too long for Brazil, it has a country code. */
export function completeWhatsapp(text: string): string {
  const [digits, isInternational] = readNumber(text);
  const isForeign = isInternational || nationalDigits(digits).length > NATIONAL_DIGITS;
  return formatWhatsapp((isForeign ? '+' : '') + digits);
}
