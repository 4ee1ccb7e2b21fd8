/**
 * Characters are code points, as in SQL: an emoji is one. Every rule checks the length first and reads a text at most
 * once.
 */

/** Whether a text has at most `length` characters. */
export const hasAtMost = (text: string, length: number): boolean =>
  text.length <= length || (text.length <= 2 * length && [...text].length <= length);

/**
 * Invisible characters: spaces, controls, lone surrogates, Unicode's default ignorables (zero width, soft hyphen,
 * directions, Hangul fillers, variation selectors), and blanks that Unicode classifies as symbols. The migrations of
 * both databases contain the same list as numbers.
 */
const INVISIBLE_CHARACTER = /[\s\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

export const hasInvisible = (text: string): boolean => INVISIBLE_CHARACTER.test(text);

/** Returns the number of characters from the first visible one to the last. */
export function countVisible(text: string): number {
  let count = 0;
  let sinceVisible = 0;
  for (const character of text) {
    sinceVisible += 1;
    if (!INVISIBLE_CHARACTER.test(character)) {
      count = count === 0 ? 1 : count + sinceVisible;
      sinceVisible = 0;
    }
  }
  return count;
}

/** Returns a text without accents, in lower case, for comparison. */
export const toSearchText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Characters that change the direction of the text around them. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns a visitor's text without characters that would reorder the words around it. */
export const withoutTextDirections = (text: string): string => text.replace(DIRECTION_MARKS, '');

/** Compares texts by their UTF-16 units, for sorting. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns a text with its first letter in upper case. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
