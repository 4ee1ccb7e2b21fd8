/**
 * Characters are counted as SQL counts them: code points, so that an emoji is one. Length is asked
 * first everywhere, and no rule looks at a text more than once over.
 */

/** Whether a text has at most `length` characters. */
export const isWithin = (text: string, length: number): boolean =>
  text.length <= length || (text.length <= 2 * length && [...text].length <= length);

/**
 * What shows nothing: spaces, controls, half emoji, Unicode's default ignorables (zero width, soft
 * hyphen, directions, Hangul fillers, variation selectors), and blanks that Unicode calls signs.
 * The same list, in numbers, stands in both databases' migrations.
 */
const INVISIBLE = /[\s\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

export const hasInvisible = (text: string): boolean => INVISIBLE.test(text);

/** How many characters there are from the first that can be seen to the last. */
export function countVisible(text: string): number {
  let count = 0;
  let since = 0;
  for (const character of text) {
    since += 1;
    if (!INVISIBLE.test(character)) {
      count = count === 0 ? 1 : count + since;
      since = 0;
    }
  }
  return count;
}
