// Contacts with an equal person key are one person. Keys are compared and stored, never shown.
// This file imports no zod, because the page loads it.

import { withoutFormatCharacters } from '../characters.ts';
import { digitsOf, MAX_NATIONAL_DIGITS } from './phone.ts';

const MIN_PHONE_DIGITS = 10;
/** Source: E.164. */
const MAX_PHONE_DIGITS = 15;
/** Without a plus, more digits than this are a document's number or two phone numbers. */
const MAX_DIGITS_WITHOUT_PLUS = 13;
/** The 67 area codes of Brazil. Source: Anatel. */
const AREA_CODES = '1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9]';
/**
 * Captures the area code, which may be doubled, and the number. Mobile numbers that got a ninth digit by 2016 (a 9
 * before 6 to 9 and seven digits) are captured without it. `9191` and eight digits are refused, because this may be
 * an Indian number.
 */
const BRAZILIAN_DIGITS = new RegExp(
  `^(?!9191\\d{8}$)(${AREA_CODES})\\1?(?:9?([6-9]\\d{7})|(9[0-5]\\d{7}|[2-5]\\d{7}))$`,
);
/**
 * Matches a Brazilian number and further digits, such as an extension or decimals, and foreign numbers that begin
 * like a Brazilian one.
 */
const BRAZILIAN_DIGITS_AND_MORE = new RegExp(`^(?:${AREA_CODES})(?:9\\d{8}|[2-5]\\d{7})\\d`);
/** Brazil's country code, which may be doubled or followed by a trunk zero. */
const BRAZIL_CODE_PREFIXES = [/^55/, /^550/, /^5555/];
/** No prefix, the long-distance zero, or the zero and a carrier's two digits. */
const TRUNK_PREFIXES = [/^/, /^0/, /^0\d\d/];
const NORTH_AMERICAN = /^1[2-9]\d{2}[2-9]\d{6}$/;
/**
 * Numbers that people type to get past a form. Descending digits are accepted, because the product's sample is (11)
 * 98765-4321.
 */
const FILLER_NUMBER = /(\d)\1{7}$|^\d\d9?(?:12345678|23456789)$|^\+?1234567890(?:1|12)?$/;

/** Returns a number's canonical form; null if the digits are not one complete number. */
function canonicalNumber(text: string): string | null {
  const digits = digitsOf(text);
  const hasPrefix = /^[^0-9]*\+/.test(text) || digits.startsWith('00');
  const significant = digits.replace(/^00/, '');
  if (significant.length < MIN_PHONE_DIGITS || significant.length > MAX_PHONE_DIGITS) return null;
  const isNorthAmerican = NORTH_AMERICAN.test(significant);
  // People also type a plus before an area code. `+11 98765-4321` is not North American, because no area code there
  // begins with a 1.
  const hasCountryCode = hasPrefix && (isNorthAmerican || !significant.startsWith('1'));
  for (const prefix of hasCountryCode
    ? BRAZIL_CODE_PREFIXES
    : [...TRUNK_PREFIXES, ...BRAZIL_CODE_PREFIXES]) {
    if (!prefix.test(significant)) continue;
    const [, area, mobileWithoutNinth, other] =
      BRAZILIAN_DIGITS.exec(significant.replace(prefix, '')) ?? [];
    if (area) return area + (mobileWithoutNinth ?? other);
  }
  if (/^(?:55|0)/.test(significant)) return null;
  if (hasCountryCode || isNorthAmerican) return `+${significant}`;
  const mayBeForeign =
    significant.length > MAX_NATIONAL_DIGITS && significant.length <= MAX_DIGITS_WITHOUT_PLUS;
  return mayBeForeign &&
    !significant.startsWith('1') &&
    !BRAZILIAN_DIGITS_AND_MORE.test(significant)
    ? `+${significant}`
    : null;
}

const NATIONAL_PHONE = /^(?:0|55)?(\d\d)(?:9\d{8}|[2-5]\d{7})$/;
const KNOWN_AREA_CODE = new RegExp(`^(?:${AREA_CODES})$`);

/** True for a number that has the form of a Brazilian one, but an area code that does not exist. */
export function hasUnknownArea(phone: string): boolean {
  const isForeign = phone.includes('+') && !digitsOf(phone).startsWith('55');
  const [, area] = (!isForeign && NATIONAL_PHONE.exec(digitsOf(phone))) || [];
  return area !== undefined && !KNOWN_AREA_CODE.test(area);
}

/**
 * Limit in characters, above that of any form's field. Of a longer text, such as a cell of a file, only the beginning
 * is searched.
 */
const MAX_SEARCHED_LENGTH = 600;
/**
 * Matches a spreadsheet's scientific notation of a long number. Such a text has no phone, because its first digits
 * would be read as one.
 */
const SCIENTIFIC_NUMBER = /\d[.,]\d+E\+?\d/i;
const ONE_SCIENTIFIC_NUMBER = /^(\d)([.,])(\d+)E(\+?)(\d{1,2})$/i;
/**
 * Java's scientific notation omits only zeros at a number's end: `5.51198765432E12` is 5511987654320. A number that
 * omits more digits was probably rounded.
 */
const MAX_OMITTED_ZEROS = 3;
const TEXT_BESIDE_NUMBER = /[\p{L}:;=?&|"\n]+/u;
/** Characters that stand between two numbers, but also inside a single number. */
const NUMBER_SEPARATORS = [/[/,]+/, /\s+/];

/**
 * Returns each number without the text around it. For `="11987654321"`, for `11987654321.0` (a spreadsheet's decimal)
 * and for `https://wa.me/11987654321` returns `11987654321`.
 */
export function findPhones(text: string): string[] {
  const plain = withoutFormatCharacters(
    text.slice(0, MAX_SEARCHED_LENGTH).normalize('NFKC'),
  ).trim();
  const expanded = plain.replace(
    ONE_SCIENTIFIC_NUMBER,
    (all, first: string, point: string, rest: string, plus: string, power: string) => {
      const omitted = Number(power) - rest.length;
      const maxOmitted = point === '.' && plus === '' ? MAX_OMITTED_ZEROS : 0;
      return omitted < 0 || omitted > maxOmitted ? all : first + rest + '0'.repeat(omitted);
    },
  );
  if (SCIENTIFIC_NUMBER.test(expanded)) return [];
  return expanded.split(TEXT_BESIDE_NUMBER).flatMap((part) => {
    for (const parts of [[part], ...NUMBER_SEPARATORS.map((separator) => part.split(separator))]) {
      const [first, ...others] = parts.map(trimNumber);
      // If the first part is no complete number, it may be the area code of the next part, so they stay together.
      if (first !== undefined && isCompleteNumber(first))
        return [first, ...others.filter(isCompleteNumber)];
    }
    return [];
  });
}

/**
 * Returns the same as {@link findPhones}. If that is nothing, reads the number before a dash between spaces (`- 9h às
 * 18h`), or two numbers that have spaces inside and between them.
 */
export function findSpacedPhones(text: string): string[] {
  const [beforeDash = text] = text.split(/\s[‐-―−-]\s/, 1);
  const phones = [text, beforeDash].map(findPhones).find((found) => found.length > 0) ?? [];
  if (phones.length > 0) return phones;
  const words = text.slice(0, MAX_SEARCHED_LENGTH).trim().split(/\s+/);
  const splits = words.map((_, index) => [
    words.slice(0, index).join(' '),
    words.slice(index).join(' '),
  ]);
  return splits.find((numbers) => numbers.every(isCompleteNumber)) ?? [];
}

const isCompleteNumber = (number: string): boolean => canonicalNumber(number) !== null;

/**
 * Returns a number from its first to its last digit, without a spreadsheet's decimals. At most 9 signs before it match,
 * so that the time is linear in the text's length.
 */
export const trimNumber = (text: string): string =>
  (/(?:[+(][+(\s]{0,9})?\d(?:.*\d)?/s.exec(text)?.[0] ?? '').replace(/(\d{8})[.,]00?$/, '$1');

/** Most rows have a number without other text, for which the slow `findPhones` is not needed. */
const NUMBER_WITHOUT_TEXT = /^[+\d() -]+$/;

/**
 * Returns the canonical form of the first phone number: `1187654321` for a Brazilian one (without the ninth digit if
 * the number also exists without it), `+351912345678` for a foreign one. Null if the number is incomplete, has an
 * unknown area code, or may belong to either of two countries.
 */
export function canonicalPhone(text: string): string | null {
  const phone = NUMBER_WITHOUT_TEXT.test(text) ? canonicalNumber(text) : null;
  if (phone !== null) return phone;
  const [number] = findPhones(text);
  return number === undefined ? null : canonicalNumber(number);
}

/**
 * Returns the canonical form of the text's first number. Null if the text has no number, or only a filler such as
 * (11) 99999-9999.
 */
export function phoneKey(text: string): string | null {
  const phone = canonicalPhone(text);
  return phone === null || FILLER_NUMBER.test(phone) ? null : phone;
}

/** Addresses that people type to get past a form. */
const FILLER_EMAIL =
  /^(?:nao@(?:nao|tem|possui|email|gmail|hotmail)\.com(?:\.br)?|nao[._-]?(?:tem|tenho|possui)(?:[._-]?email)?@.+|se(?:m[._-]?e?)?mail@.+|(?:teste?|email|sem|a+|x+)@(?:teste?|email|sem|tem|a+|x+)\.com(?:\.br)?|(?:teste?|email)@(?:gmail|hotmail)\.com)$/;

export const emailKey = (text: string): string => text.trim().toLowerCase();

/** Null if the address is empty, or one that people type to get past a form. */
export function emailPersonKey(text: string): string | null {
  const key = emailKey(text);
  return key === '' || FILLER_EMAIL.test(key) ? null : key;
}

export const personKeys = (phone: string, email: string | null) => ({
  phone_key: phoneKey(phone),
  email_key: emailPersonKey(email ?? ''),
});
