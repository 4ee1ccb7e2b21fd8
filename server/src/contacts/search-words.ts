import { toSearchText } from '@funil/contract/characters';
import { findPhones, phoneKey } from '@funil/contract/contacts/person';
import { COUNTRY_CODE, digitsOf, isNational, nationalDigits } from '@funil/contract/contacts/phone';

const MAX_SEARCH_WORDS = 16;
const MAX_WORD_LENGTH = 60;
/** Words that are so frequent in names that a search for one of them would find nearly every contact. */
const NAME_PARTICLES = new Set(['d', 'da', 'de', 'di', 'do', 'das', 'dos', 'e']);
/** A search ignores a number with fewer digits if it has other terms. */
const MIN_DIGITS = 3;
const AREA_DIGITS = 2;

const allWords = (name: string): string[] =>
  toSearchText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, MAX_WORD_LENGTH));

const isParticle = (word: string) => NAME_PARTICLES.has(word);

/** Returns a name's words as search texts, without particles unless it has no other words. */
export const nameWords = (name: string): string[] => {
  const words = allWords(name);
  const distinctive = words.filter((word) => !isParticle(word));
  return distinctive.length > 0 ? distinctive : words;
};

/** Marks a phone's digits from the last to the first, so that a search for a phone's end is a search for a prefix. */
const REVERSED_MARK = '~';
const reverse = (digits: string) => REVERSED_MARK + [...digits].toReversed().join('');

/**
 * Returns a phone without its area code, forwards and backwards. A search for a complete number uses its key instead.
 */
function phoneWords(phone: string): string[] {
  const digits = nationalDigits(digitsOf(phone));
  const local = isNational(digits) ? digits.slice(AREA_DIGITS) : digits;
  return local === '' ? [] : [local, reverse(local)];
}

// Rows store words as a JSON array and a query looks for `"word`, so words contain no quotes.
const cleanWord = (word: string) => word.replace(/["\\\p{C}]/gu, '');

/** Returns the words by which a search finds a row: the words of its name, of its phone, and its e-mail. */
export function searchWordsOf(row: {
  name: string;
  phone: string;
  email: string | null;
}): string[] {
  const words = [
    ...phoneWords(row.phone),
    ...(row.email === null ? [] : [toSearchText(row.email.trim())]),
    ...nameWords(row.name),
  ].map(cleanWord);
  return [...new Set(words)].slice(0, MAX_SEARCH_WORDS);
}

/** A prefix of one of a row's words; `area` is the area code that the row's phone must have, or null. */
export interface WordPrefix {
  readonly word: string;
  readonly area: string | null;
}

interface SearchTerms {
  /** An inner list holds the alternatives of one typed term; a row must match at least one of each. */
  readonly prefixes: readonly (readonly WordPrefix[])[];
  /** Keys of complete phone numbers (contract/src/contacts/person.ts). */
  readonly phoneKeys: readonly string[];
}

/** A number that begins with a country or area code, such as `+55 11 98765 4321`, continues over blanks. */
const SEARCH_TERM =
  /(?<!\S)(?:(?:\+|00)[1-9]\d*|(?:55)?\(?0?\d\d\)?)(?:\s+[\d().\-/]+(?!\S))+|\S+/g;

const PHONE_LINK = /^\s*(?:https?:|tel:|wa\.me\/)\S+\s*$/i;

const isNumber = (term: string) => /^[+()\d.\-/\s]+$/.test(term) && /\d/.test(term);

/** Returns a search without the invisible characters that are copied with numbers and addresses. */
export const withoutMarks = (text: string): string => text.replace(/\p{Cf}/gu, '');

/** Parses an operator's search, such as `marina 98765`, `(11) 98765-4321` or `mari@exem`. */
export function parseSearch(text: string): SearchTerms {
  const prefixes: WordPrefix[][] = [];
  const phoneKeys: string[] = [];
  /** Particles and short numbers, which are searched only if the search has no other terms. */
  const vague: WordPrefix[][] = [];
  const typed = withoutMarks(text);
  // A whole number, however written, is searched by its key alone: no result then means that no row has the number.
  const isPhone = PHONE_LINK.test(typed) || !/\p{L}/u.test(typed);
  const numbers = isPhone ? findPhones(typed) : [];
  const wholeKey = numbers.length === 1 ? phoneKey(typed) : null;
  if (wholeKey !== null) return { prefixes, phoneKeys: [wholeKey] };
  for (const term of typed.match(SEARCH_TERM) ?? []) {
    if (!isNumber(term)) {
      const words = term.includes('@') ? [cleanWord(toSearchText(term))] : allWords(term);
      for (const word of words.filter(Boolean)) {
        (isParticle(word) ? vague : prefixes).push([{ word, area: null }]);
      }
      continue;
    }
    const key = phoneKey(term);
    if (key !== null) phoneKeys.push(key);
    else (isShort(term) ? vague : prefixes).push(phonePrefixes(term));
  }
  return { prefixes: prefixes.length + phoneKeys.length > 0 ? prefixes : vague, phoneKeys };
}

/**
 * Whether a row's words match all prefixes of a search. A phone key is used only for the area code at its start; the
 * caller compares complete phone keys.
 */
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
const isShort = (number: string) => digitsOf(number).length < MIN_DIGITS && !hasAreaCode(number);

/**
 * Returns each way to read part of a number: with or without an area code, with or without the ninth digit, or as its
 * end.
 */
function phonePrefixes(number: string): WordPrefix[] {
  const digits = digitsOf(number);
  const complete = nationalDigits(digits);
  // A filler number, such as (11) 99999-9999, has no key, so its row has no area code: only the local part can match.
  if (isNational(complete)) return [{ word: complete.slice(AREA_DIGITS), area: null }];
  const isBrazilian = number.startsWith('+') && digits.startsWith(COUNTRY_CODE);
  const national = withoutTrunkZero(isBrazilian ? digits.slice(COUNTRY_CODE.length) : digits);
  const [area, local] = [national.slice(0, AREA_DIGITS), national.slice(AREA_DIGITS)];
  const mayHaveArea = hasAreaCode(number) || local.length >= MIN_DIGITS;
  const readingsOf = (part: string) => [
    ...[part, `9${part}`],
    ...(part.length >= MIN_DIGITS ? [reverse(part)] : []),
  ];
  return [
    ...readingsOf(national).map((word) => ({ word, area: null })),
    ...(mayHaveArea ? readingsOf(local).map((word) => ({ word, area })) : []),
  ];
}

/** Up to four digits may be the end of a number, such as 0002, where a zero is no trunk prefix. */
const withoutTrunkZero = (digits: string) =>
  digits.length > 4 ? digits.replace(/^0/, '') : digits;
