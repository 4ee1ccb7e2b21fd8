import { toSearchText, withoutFormatCharacters } from '@funil/contract/characters';
import { formatInstagram } from '@funil/contract/contacts/instagram';
import { dialedPhone } from '@funil/contract/contacts/international-phone';
import { findPhones, phoneKey } from '@funil/contract/contacts/person';
import {
  brazilianDigits,
  COUNTRY_CODE,
  digitsOf,
  isBrazilianPhone,
} from '@funil/contract/contacts/phone';

const MAX_SEARCH_WORDS = 16;
const MAX_WORD_LENGTH = 60;
const NAME_PARTICLES = new Set(['d', 'da', 'de', 'di', 'do', 'das', 'dos', 'e']);
/** A number with fewer digits is ignored if the search has other terms. */
const MIN_SEARCHED_DIGITS = 3;
const AREA_DIGITS = 2;

/** Also folds wide digits and ornamental letters, which people type into names. */
const foldText = (text: string): string => toSearchText(text.normalize('NFKC'));

const allWords = (name: string): string[] =>
  foldText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, MAX_WORD_LENGTH));

const isParticle = (word: string) => NAME_PARTICLES.has(word);

export const nameWords = (name: string): string[] => {
  const words = allWords(name);
  const distinctive = words.filter((word) => !isParticle(word));
  return distinctive.length > 0 ? distinctive : words;
};

/** Marks reversed digits, by which a search for the end of a phone is a search for a prefix. */
const REVERSED_MARK = '~';
const reverseDigits = (digits: string) => REVERSED_MARK + [...digits].toReversed().join('');

/** Omits the area code, because a complete number is searched by its phone key. */
function phoneWords(phone: string): string[] {
  const digits = brazilianDigits(digitsOf(phone));
  const localDigits = isBrazilianPhone(digits) ? digits.slice(AREA_DIGITS) : digits;
  return localDigits === '' ? [] : [localDigits, reverseDigits(localDigits)];
}

// Queries look for `"word` in a JSON array, so a word must not contain quotes.
const cleanWord = (word: string) => word.replace(/["\\\p{C}]/gu, '');

export function searchWordsOf(row: {
  name: string;
  phone: string;
  email: string | null;
  instagram?: string | null;
}): string[] {
  const words = [
    ...phoneWords(row.phone),
    ...(row.email === null ? [] : [foldText(row.email.trim())]),
    ...nameWords(row.name),
    ...(row.instagram ? [foldText(row.instagram), ...allWords(row.instagram)] : []),
  ].map(cleanWord);
  return [...new Set(words)].slice(0, MAX_SEARCH_WORDS);
}

/** A row matches if a word of it begins with `word`, and its phone has the area code (null: any). */
export interface WordPrefix {
  readonly word: string;
  readonly area: string | null;
}

interface SearchTerms {
  /** An inner list has the alternatives of one typed term; a row must match one of every term. */
  readonly prefixes: readonly (readonly WordPrefix[])[];
  readonly phoneKeys: readonly string[];
}

/** A term ends at a blank, except in a phone such as `+55 11 98765 4321`. */
const SEARCH_TERM =
  /(?<!\S)(?:(?:\+|00)[1-9]\d*|(?:55)?\(?0?\d\d\)?)(?:\s+[\d().\-/]+(?!\S))+|\S+/g;

/** A number as links, tools for WhatsApp and Meta's files write it. */
const PHONE_LINK =
  /^\s*(?:(?:https?:|tel:|whatsapp:|p:|wa\.me\/)\S+|\d+@(?:c\.us|s\.whatsapp\.net))\s*$/i;

const PROFILE_LINK = /\binstagr(?:am\.com|\.am)\//i;

const isNumber = (term: string) => /^[+()\d.\-/\s]+$/.test(term) && /\d/.test(term);

/** Returns a number's key as typed, and without a foreign trunk zero, which forms and imports remove. */
function phoneKeysOf(text: string): string[] {
  const key = phoneKey(text);
  return key === null ? [] : [...new Set([key, dialedPhone(text) ?? key])];
}

/** Parses an operator's search, such as `marina 98765`, `(11) 98765-4321` or `mari@exem`. */
export function parseSearch(text: string): SearchTerms {
  const prefixes: WordPrefix[][] = [];
  const phoneKeys: string[] = [];
  /** Prefixes of particles and short numbers, which begin too many words; searched only without other terms. */
  const broadPrefixes: WordPrefix[][] = [];
  const cleanText = withoutFormatCharacters(text).normalize('NFKC');
  // A complete number is searched only by its key, so that “no result” means that no row has this number.
  const isPhone =
    (PHONE_LINK.test(cleanText) && !PROFILE_LINK.test(cleanText)) || !/\p{L}/u.test(cleanText);
  const numbers = isPhone ? findPhones(cleanText) : [];
  const wholeKeys = numbers.length === 1 ? phoneKeysOf(cleanText) : [];
  if (wholeKeys.length > 0) return { prefixes, phoneKeys: wholeKeys };
  for (const typedTerm of cleanText.match(SEARCH_TERM) ?? []) {
    const term = PROFILE_LINK.test(typedTerm) ? formatInstagram(typedTerm) : typedTerm;
    if (!isNumber(term)) {
      const words = term.includes('@') ? [cleanWord(foldText(term))] : allWords(term);
      for (const word of words.filter(Boolean)) {
        (isParticle(word) ? broadPrefixes : prefixes).push([{ word, area: null }]);
      }
      continue;
    }
    const keys = phoneKeysOf(term);
    if (keys.length > 0) phoneKeys.push(...keys);
    else (isShortNumber(term) ? broadPrefixes : prefixes).push(phonePrefixes(term));
  }
  return { prefixes: prefixes.length + phoneKeys.length > 0 ? prefixes : broadPrefixes, phoneKeys };
}

export const matchesWords = (
  { words, phoneKey: key }: { readonly words: readonly string[]; readonly phoneKey: string | null },
  { prefixes }: Pick<SearchTerms, 'prefixes'>,
): boolean =>
  prefixes.every((alternatives) =>
    alternatives.some(
      ({ word, area }) =>
        words.some((text) => text.startsWith(word)) && (area === null || key?.startsWith(area)),
    ),
  );

const hasAreaCode = (number: string) => number.includes(')');
const isShortNumber = (number: string) =>
  digitsOf(number).length < MIN_SEARCHED_DIGITS && !hasAreaCode(number);

/** Returns the prefixes of all readings: `number` may have an area code or the ninth digit, or end a phone. */
function phonePrefixes(number: string): WordPrefix[] {
  const digits = digitsOf(number);
  const complete = brazilianDigits(digits);
  // Filler, such as (11) 99999-9999, has no key and no area code to compare.
  if (isBrazilianPhone(complete)) return [{ word: complete.slice(AREA_DIGITS), area: null }];
  const isBrazilian = number.startsWith('+') && digits.startsWith(COUNTRY_CODE);
  const national = withoutTrunkZero(isBrazilian ? digits.slice(COUNTRY_CODE.length) : digits);
  const [area, local] = [national.slice(0, AREA_DIGITS), national.slice(AREA_DIGITS)];
  const mayHaveArea = hasAreaCode(number) || local.length >= MIN_SEARCHED_DIGITS;
  const readingsOf = (part: string) => [
    ...[part, `9${part}`],
    ...(part.length >= MIN_SEARCHED_DIGITS ? [reverseDigits(part)] : []),
  ];
  return [
    ...readingsOf(national).map((word) => ({ word, area: null })),
    ...(mayHaveArea ? readingsOf(local).map((word) => ({ word, area })) : []),
  ];
}

/** Keeps the zero of up to four digits, which may be the end of a number, such as 0002. */
const withoutTrunkZero = (digits: string) =>
  digits.length > 4 ? digits.replace(/^0/, '') : digits;
