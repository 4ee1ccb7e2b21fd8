import { phoneKey } from '@funil/contract/person';
import { digitsOf, isNational, nationalDigits } from '@funil/contract/phone';

/** Most words of one row: nobody's name has more. */
const MOST_WORDS = 16;
const LONGEST_WORD = 60;
/** In so many names that nobody is found by them. */
const PARTICLES = new Set(['d', 'da', 'de', 'di', 'do', 'das', 'dos', 'e']);
/** Fewest digits that are taken for a piece of a number. */
const FEWEST_DIGITS = 3;
const AREA_DIGITS = 2;

/** A text as it is compared: without accents, in lower case. */
export const toSearchText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const allWords = (name: string): string[] =>
  toSearchText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, LONGEST_WORD));

const isParticle = (word: string) => PARTICLES.has(word);

/** A name's folded words, without particles unless there is nothing else. */
export const nameWords = (name: string): string[] => {
  const words = allWords(name);
  const telling = words.filter((word) => !isParticle(word));
  return telling.length > 0 ? telling : words;
};

/** The number without its area, and its last four digits. Whole numbers are found by their key. */
function numberWords(phone: string): string[] {
  const digits = nationalDigits(digitsOf(phone));
  const local = isNational(digits) ? digits.slice(AREA_DIGITS) : digits;
  return [local, local.slice(-4)].filter((word) => word !== '');
}

/** By what a person is found: folded words of the name, pieces of the number, the address. */
export function searchWordsOf(row: {
  name: string;
  phone: string;
  email: string | null;
}): string[] {
  const words = [
    ...numberWords(row.phone),
    ...(row.email === null ? [] : [toSearchText(row.email.trim())]),
    ...nameWords(row.name),
  ].map((word) => word.replace(/["\\\p{C}]/gu, ''));
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/** A word of the row begins so; where an area is named, it is its number's. */
export interface WordPrefix {
  readonly word: string;
  readonly area: string | null;
}

/** What is looked for. */
export interface Wanted {
  /** Of each list, one is met. */
  readonly prefixes: readonly (readonly WordPrefix[])[];
  /** Keys of whole numbers (contract/src/person.ts). */
  readonly phoneKeys: readonly string[];
}

const isNumeric = (part: string) => /^[+()\d.\-/]+$/.test(part) && /\d/.test(part);

/** Reads what an operator typed: `marina 98765`, `(11) 98765-4321`, `mari@exem`. */
export function parseSearch(text: string): Wanted {
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
    const words = part.includes('@')
      ? [toSearchText(part).replace(/["\\\p{C}]/gu, '')]
      : allWords(part);
    prefixes.push(...words.filter((word) => word !== '').map((word) => [{ word, area: null }]));
  }
  endNumber();
  const telling = prefixes.filter(([first]) => !isParticle(first?.word ?? ''));
  return { prefixes: telling.length + phoneKeys.length > 0 ? telling : prefixes, phoneKeys };
}

/** Whether a row, by its words, is what is looked for; its whole numbers are compared elsewhere. */
export const matchesWords = (
  { words, phoneKey: key }: { readonly words: readonly string[]; readonly phoneKey: string | null },
  { prefixes }: Pick<Wanted, 'prefixes'>,
): boolean =>
  prefixes.every((beginnings) =>
    beginnings.some(
      ({ word, area }) =>
        words.some((one) => one.startsWith(word)) && (area === null || key?.startsWith(area)),
    ),
  );

function addNumber(typed: string, prefixes: WordPrefix[][], phoneKeys: string[]) {
  const digits = digitsOf(typed);
  const key = phoneKey(typed);
  if (key !== null) return void phoneKeys.push(key);
  const complete = nationalDigits(digits);
  // A filler number, such as (11) 99999-9999, has no key: its row has no area to compare either.
  if (isNational(complete)) {
    return void prefixes.push([{ word: complete.slice(AREA_DIGITS), area: null }]);
  }
  // The country's code in front, as far as it was typed.
  const national = typed.startsWith('+') && digits.startsWith('55') ? digits.slice(2) : digits;
  const short = national.length > 4 ? national.replace(/^0/, '') : national;
  const isAreaTold = typed.includes(')');
  if (short.length >= FEWEST_DIGITS || isAreaTold || prefixes.length === 0)
    prefixes.push(beginnings(short, isAreaTold));
}

/** What a piece of a number may be the beginning of: with the ninth digit or without, after its area or not. */
function beginnings(digits: string, isAreaTold: boolean): WordPrefix[] {
  const [area, local] = [digits.slice(0, AREA_DIGITS), digits.slice(AREA_DIGITS)];
  const isLong = isAreaTold || local.length >= FEWEST_DIGITS;
  return [
    ...[digits, `9${digits}`].map((word) => ({ word, area: null })),
    ...(isLong ? [local, `9${local}`].map((word) => ({ word, area })) : []),
  ];
}
