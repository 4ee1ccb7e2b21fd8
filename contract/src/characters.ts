/** Characters are code points, as in SQL: an emoji is one. */

export const hasMaxLength = (text: string, length: number): boolean =>
  text.length <= length || (text.length <= 2 * length && [...text].length <= length);

/**
 * Spaces, controls, lone surrogates, Unicode's default ignorables (such as zero width and soft hyphen), and blanks that
 * Unicode classifies as symbols. The migrations of both databases contain the same list as numbers.
 */
const INVISIBLE_CHARACTER = /[\s\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

export const hasInvisibleCharacter = (text: string): boolean => INVISIBLE_CHARACTER.test(text);

/** Returns the number of characters from the first visible to the last visible one, both included. */
export function countTrimmed(text: string): number {
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

/** Characters that reorder the words around them. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export const removeDirectionMarks = (text: string): string => text.replace(DIRECTION_MARKS, '');

/** More than two marks on a letter would be drawn over neighboring lines. */
export const removeStackedMarks = (text: string): string =>
  text.replace(/(\p{M}{2})\p{M}+/gu, '$1');

/** Removes format characters (Unicode’s Cf), such as the zero-width space, which are copied with names and phones. */
export const withoutFormatCharacters = (text: string): string => text.replace(/\p{Cf}/gu, '');

/** Compares texts by their UTF-16 units, for sorting. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
