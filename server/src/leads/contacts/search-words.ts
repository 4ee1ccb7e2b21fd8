import { phoneKey } from '@funil/contract/person';
import { digitsOf, isNational, nationalDigits } from '@funil/contract/phone';

const MAX_WORDS = 16;
const MAX_WORD_LENGTH = 60;
/** So frequent in names that a search for them would find nearly everyone. */
const PARTICLES = new Set(['d', 'da', 'de', 'di', 'do', 'das', 'dos', 'e']);
/** Fewer digits are not read as a part of a phone number. */
const MIN_DIGITS = 3;
const AREA_DIGITS = 2;

/** Returns a text without accents, in lower case, for comparison. */
export const toSearchText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const allWords = (name: string): string[] =>
  toSearchText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, MAX_WORD_LENGTH));

const isParticle = (word: string) => PARTICLES.has(word);

/** Returns a name's words as search texts, without particles unless it has no other words. */
export const nameWords = (name: string): string[] => {
  const words = allWords(name);
  const distinctive = words.filter((word) => !isParticle(word));
  return distinctive.length > 0 ? distinctive : words;
};

/** Returns a phone without its area code, and its last four digits; complete numbers are found by their key. */
function phoneWords(phone: string): string[] {
  const digits = nationalDigits(digitsOf(phone));
  const local = isNational(digits) ? digits.slice(AREA_DIGITS) : digits;
  return [local, local.slice(-4)].filter((word) => word !== '');
}

// Words are stored as JSON and found in it between quotes.
const cleanWord = (word: string) => word.replace(/["\\\p{C}]/gu, '');

/** Returns the words by which a person is found: of the name, of the phone, and the e-mail. */
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
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** A prefix of one of a row's words; `area` is the area code that the row's phone must have, or null. */
export interface WordPrefix {
  readonly word: string;
  readonly area: string | null;
}

interface SearchTerms {
  /** A row matches one prefix of each list. */
  readonly prefixes: readonly (readonly WordPrefix[])[];
  /** Keys of complete phone numbers (contract/src/person.ts). */
  readonly phoneKeys: readonly string[];
}

const isNumeric = (part: string) => /^[+()\d.\-/]+$/.test(part) && /\d/.test(part);

/** Parses an operator's search, such as `marina 98765`, `(11) 98765-4321` or `mari@exem`. */
export function parseSearch(text: string): SearchTerms {
  const prefixes: WordPrefix[][] = [];
  const phoneKeys: string[] = [];
  let number = '';
  const endNumber = () => {
    if (number !== '') addNumber(number, prefixes, phoneKeys);
    number = '';
  };
  for (const part of text.trim().split(/\s+/)) {
    if (isNumeric(part)) {
      number += part;
      continue;
    }
    endNumber();
    const words = part.includes('@') ? [cleanWord(toSearchText(part))] : allWords(part);
    prefixes.push(...words.filter((word) => word !== '').map((word) => [{ word, area: null }]));
  }
  endNumber();
  const distinctive = prefixes.filter(([first]) => !isParticle(first?.word ?? ''));
  const isParticleSearch = distinctive.length + phoneKeys.length === 0;
  return { prefixes: isParticleSearch ? prefixes : distinctive, phoneKeys };
}

/** Whether a row's words match all prefixes of a search; phone keys are compared elsewhere. */
export const matchesWords = (
  { words, phoneKey: key }: { readonly words: readonly string[]; readonly phoneKey: string | null },
  { prefixes }: Pick<SearchTerms, 'prefixes'>,
): boolean =>
  prefixes.every((alternatives) =>
    alternatives.some(
      ({ word, area }) =>
        words.some((one) => one.startsWith(word)) && (area === null || key?.startsWith(area)),
    ),
  );

function addNumber(typed: string, prefixes: WordPrefix[][], phoneKeys: string[]) {
  const digits = digitsOf(typed);
  const key = phoneKey(typed);
  if (key !== null) return void phoneKeys.push(key);
  const complete = nationalDigits(digits);
  // A placeholder number, such as (11) 99999-9999, has no key, and its row no area to compare.
  if (isNational(complete)) {
    return void prefixes.push([{ word: complete.slice(AREA_DIGITS), area: null }]);
  }
  const national = typed.startsWith('+') && digits.startsWith('55') ? digits.slice(2) : digits;
  const short = national.length > 4 ? national.replace(/^0/, '') : national;
  const hasArea = typed.includes(')');
  if (short.length >= MIN_DIGITS || hasArea || prefixes.length === 0)
    prefixes.push(phonePrefixes(short, hasArea));
}

/** Returns the prefixes that the digits may be: with or without the leading 9, after the area code or without it. */
function phonePrefixes(digits: string, hasArea: boolean): WordPrefix[] {
  const [area, local] = [digits.slice(0, AREA_DIGITS), digits.slice(AREA_DIGITS)];
  const mayHaveArea = hasArea || local.length >= MIN_DIGITS;
  return [
    ...[digits, `9${digits}`].map((word) => ({ word, area: null })),
    ...(mayHaveArea ? [local, `9${local}`].map((word) => ({ word, area })) : []),
  ];
}
