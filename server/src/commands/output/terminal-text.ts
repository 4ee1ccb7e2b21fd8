/** Signs that stack on one letter: two are writing, more are drawing over the neighbouring lines. */
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;

/** Text that visitors sent, as one line that cannot steer the operator's terminal. */
export const cleanText = (text: string): string =>
  text.replace(/[\p{C}\u2028\u2029]+/gu, ' ').replace(STACKED_MARKS, '$1');

/** The same, cut at so many characters. */
export function shortText(text: string, widest: number): string {
  const characters = [...cleanText(text)];
  return characters.length > widest
    ? `${characters.slice(0, widest - 1).join('')}…`
    : characters.join('');
}
