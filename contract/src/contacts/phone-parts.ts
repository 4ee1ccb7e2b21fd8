import { toSearchText } from '../characters.ts';
import { canonicalPhone, trimNumber } from './person.ts';
import { COUNTRY_CODE, digitsOf, FOREIGN_TRUNK_ZERO } from './phone.ts';

/** A phone number whose country or area code may have a separate field. The number may also contain these codes. */
export interface PhoneParts {
  readonly number: string;
  readonly country?: string | null;
  /** Some platforms write the country code here. */
  readonly area?: string | null;
  /** True if the person is known to live abroad. */
  readonly isAbroad?: boolean;
}

/** Source: ITU-T E.164. */
export const COUNTRY_CODES =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[789]|8[058]|9[679])\d)$/;
/**
 * A longer number that begins with the digits of its country's code contains the code. A shorter number may begin so
 * by chance: some Italian mobile numbers begin with 39, which is also Italy's code.
 */
const MAX_DIGITS_WITHOUT_COUNTRY_CODE = 10;
/** Matches the digit of a label such as `Tel1` in “Tel1 11 98765-4321”, so that the number does not begin with it. */
const NUMBERED_LABEL = /(\p{L})\d(?=[\s.:)])/gu;
const LOCAL_NUMBER = /^(?:9\d{8}|[2-5]\d{7})$/;

/** True if a country's name or code is not Brazil's; false if the country is unknown. */
export const isForeignCountry = (country: string | null): boolean =>
  !/^(?:br|bra|brasil|brazil)?$/i.test(country ?? '');

/** Calling codes of countries with many Brazilians, by the names that files use. */
const CODE_BY_COUNTRY: readonly (readonly [RegExp, string])[] = [
  [/^(?:portugal|pt|prt)$/, '351'],
  [/^(?:estados unidos.*|united states.*|eua|usa?|canada|ca|can)$/, '1'],
  [/^(?:reino unido|inglaterra|united kingdom|england|gb|gbr|uk)$/, '44'],
  [/^(?:irlanda|ireland|ie|irl)$/, '353'],
  [/^(?:espanha|spain|espana|es|esp)$/, '34'],
  [/^(?:italia|italy|it|ita)$/, '39'],
  [/^(?:franca|france|fr|fra)$/, '33'],
  [/^(?:alemanha|germany|deutschland|de|deu)$/, '49'],
  [/^(?:suica|switzerland|ch|che)$/, '41'],
  [/^(?:japao|japan|jp|jpn)$/, '81'],
  [/^(?:australia|au|aus)$/, '61'],
  [/^(?:angola|ao|ago)$/, '244'],
  [/^(?:mocambique|mozambique|mz|moz)$/, '258'],
  [/^(?:argentina|ar|arg)$/, '54'],
  [/^(?:paraguai|paraguay|py|pry)$/, '595'],
  [/^(?:uruguai|uruguay|uy|ury)$/, '598'],
];

/** Returns the calling code of a country, given by name or ISO code; null if the country is not listed here. */
export function countryCodeOf(country: string): string | null {
  const name = toSearchText(country).trim();
  return CODE_BY_COUNTRY.find(([names]) => names.test(name))?.[1] ?? null;
}

const isBrazilian = (text: string): boolean => /^\d/.test(canonicalPhone(text) ?? '');
/** Returns a code's digits without a trunk zero and a spreadsheet's decimals. */
const trimCode = (code: string | null | undefined): string =>
  digitsOf((code ?? '').replace(/[.,]0+$/, '')).replace(/^0+/, '');

/**
 * Returns the parts as one text for `canonicalPhone`; empty if the country is unclear. Uses the stated country, so
 * that a foreign number is never read as Brazilian.
 */
export function joinPhone({ isAbroad = false, ...parts }: PhoneParts): string {
  const number = trimNumber(parts.number.normalize('NFKC').replace(NUMBERED_LABEL, '$1'));
  const [digits, country] = [digitsOf(number), trimCode(parts.country)];
  // The area's column may have the country's code, too: `+55 11`.
  const area = trimCode(parts.area).replace(/^55(?=\d\d$)/, '');
  if (digits === '' || number.includes('+') || digits.startsWith('00'))
    return number.replace(FOREIGN_TRUNK_ZERO, '$1');
  if (country !== '' && country !== COUNTRY_CODE) return joinForeign(country, area + digits);
  const isCountryCode = COUNTRY_CODES.test(area) && area !== COUNTRY_CODE;
  if (isCountryCode && (isAbroad || area.length !== 2)) return joinForeign(area, digits);
  const statesBrazil = country === COUNTRY_CODE || area === COUNTRY_CODE;
  if (isBrazilian(number)) {
    // Ten digits may be a Brazilian landline or a North American number, so the country is unclear.
    return isAbroad && !statesBrazil && digits.length === 10 ? '' : number;
  }
  if (area.length === 2 && isBrazilian(area + number))
    return `${country && `+${country}`}${area}${number}`;
  if (statesBrazil) return `+${COUNTRY_CODE}${digits}`;
  return isCountryCode && !LOCAL_NUMBER.test(digits) ? joinForeign(area, digits) : number;
}

/** Returns the number in E.164, without its trunk zero. Italian numbers keep the zero. */
const joinForeign = (country: string, digits: string): string =>
  digits.length > MAX_DIGITS_WITHOUT_COUNTRY_CODE && digits.startsWith(country)
    ? `+${digits}`
    : `+${country}${country === '39' ? digits : digits.replace(/^0/, '')}`;
