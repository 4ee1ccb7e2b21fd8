const AREA_DIGITS = 2;
/** The digits of an area code and a mobile number. */
export const MAX_NATIONAL_DIGITS = 11;
export const COUNTRY_CODE = '55';
/**
 * Area code with a mobile number (9 digits, the first a 9) or a landline (8, the first 2 to 5), after a country code, a
 * trunk zero or a carrier (015 11 98765-4321).
 */
const NATIONAL_NUMBER = /^(?:55|0\d\d|0|1[245]|[2-4]1)?([1-9]{2}(?:9\d{8}|[2-5]\d{7}))$/;
/**
 * The first number of a text or link, and the plus or `00` before it. Once ten digits were read, a plus, a bracket,
 * an hour (`9h`) or a sign with a space ends the number, unless the number's last three or four digits follow. The
 * list of hyphens is long, because copied numbers have hyphens of any length.
 */
const FIRST_NUMBER =
  /(\+|00\s?)?(\d([\s()+.‐-―−-]*\d){9}((\s*|[).‐-―−-]*|[\s).-]+(?=\d{3,4}(?![\d-])))\d(?!\d?h))*)/;

/** Codes of countries with many Brazilians in which a number has a zero only if it is dialed inside the country. */
export const TRUNK_ZERO_COUNTRIES = '3[1-46]|353|4[13-69]|54|595|598|6[14]|81|97[12]';
/** The zero of `+44 (0)20 7946 0958` or `+44 020 7946 0958`. In Italy the zero is part of the number. */
export const FOREIGN_TRUNK_ZERO = RegExp(
  `((?:\\+|^\\D*00)\\s?(?:(?!39)\\d{1,3}[\\s.)-]*(?=\\(0\\))|(?:${TRUNK_ZERO_COUNTRIES})[\\s.)-]*(?=0[\\s\\d])))(?:0|\\(0\\))`,
);

/** Returns a text's digits as ASCII, because Asian keyboards type wide digits. */
export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '');

/** True for an area code and a number, which a country code, trunk zero or carrier may precede. */
export const isBrazilianPhone = (digits: string): boolean => NATIONAL_NUMBER.test(digits);

/**
 * Returns `(11) 98765-4321`, or its beginning if there are fewer digits. The number of a landline is split after four
 * digits.
 */
export function formatBrazilianPhone(digits: string): string {
  const area = digits.slice(0, AREA_DIGITS);
  const number = digits.slice(AREA_DIGITS);
  if (number === '') return area && `(${area}`;
  const isLandline = /^[2-5]/.test(number) && number.length <= 8;
  const split = isLandline ? 4 : 5;
  const lastDigits = number.slice(split);
  return `(${area}) ${number.slice(0, split)}${lastDigits && `-${lastDigits}`}`;
}

/** Returns a complete Brazilian number without country code, trunk zero or carrier; other digits unchanged. */
export const brazilianDigits = (digits: string): string => digits.replace(NATIONAL_NUMBER, '$1');

/** A copied number may have an invisible mark, a bracket or a word before its plus. */
function readNumber(text: string): [digits: string, isInternational: boolean] {
  const plain = text.normalize('NFKC').replace(FOREIGN_TRUNK_ZERO, '$1');
  const [, prefix, number = text] = FIRST_NUMBER.exec(plain) ?? [];
  // A digit may be typed before the plus.
  return [digitsOf(number), Boolean(prefix) || number.includes('+')];
}

/** Returns `(11) 98765-4321`; of a foreign or too long number only the digits, with the plus if there was one. */
export function formatPhone(text: string): string {
  const [digits, isInternational] = readNumber(text);
  if (isInternational && !digits.startsWith(COUNTRY_CODE)) return `+${digits}`;
  const national = brazilianDigits(digits.slice(isInternational ? COUNTRY_CODE.length : 0));
  if (national && national.length <= MAX_NATIONAL_DIGITS) return formatBrazilianPhone(national);
  return (isInternational ? '+' : '') + digits;
}

/**
 * Matches trunk zeros and country codes. A 55 before 0, 1, 6, 7 or 8 is a country code, because no number in area 55
 * begins with these digits.
 */
const NEEDLESS_PREFIX = /^(?:0|55(?=[016-8]))*/;

/**
 * Returns `+55 (11) 98765-4321` as far as it is typed. The first digit that is no zero adds `+55`; `00` becomes a plus.
 */
export function formatWhatsapp(text: string): string {
  const [digits, isInternational] = readNumber(text);
  if (isInternational && !digits.startsWith(COUNTRY_CODE)) return `+${digits}`;
  // Of all digits, only '', '0' and '00' sort up to '00'; this comparison is the shortest. A first zero stays until
  // the next digit tells whether it begins the `00` of a foreign number.
  if (digits <= '00') return digits === '00' ? '+' : digits;
  const typed = digits.slice(isInternational ? COUNTRY_CODE.length : 0);
  const national = brazilianDigits(typed.replace(NEEDLESS_PREFIX, ''));
  if (national.length > MAX_NATIONAL_DIGITS) return `+${COUNTRY_CODE}${national}`;
  return `+${COUNTRY_CODE} ${formatBrazilianPhone(national)}`.trimEnd();
}

/** Formats a pasted number. Without a plus, a number too long for Brazil is taken to begin with a country code. */
export function completeWhatsapp(text: string): string {
  const [digits, isInternational] = readNumber(text);
  const isForeign = isInternational || brazilianDigits(digits).length > MAX_NATIONAL_DIGITS;
  return formatWhatsapp((isForeign ? '+' : '') + digits);
}
