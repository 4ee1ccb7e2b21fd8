import { withoutTextDirections } from '@funil/contract/characters';

/** Characters shown of one line. */
export const MAX_LINE_LENGTH = 200;
/** Controls, half emoji, private-use characters and invisible tags. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}\p{Co}\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const LINE_ENDS = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;
/** Three or more combining marks on a letter; languages use two, and more would draw over neighboring lines. */
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu;
/** Lines shown of a text. */
const MAX_VISITOR_LINES = 80;

const cleanText = (text: string) =>
  withoutTextDirections(text).replace(CONTROL_CHARACTERS, ' ').replace(STACKED_MARKS, '$1');

/** Characters that are read for each character that is shown, because cleaning drops some. */
const READ_PER_SHOWN_CHARACTER = 6;

/** Returns a visitor's text as one line of limited length. */
export function oneLine(text: string, maxLength: number): string {
  const line = cleanText(
    text.slice(0, READ_PER_SHOWN_CHARACTER * maxLength).replace(LINE_ENDS, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > maxLength
    ? `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
    : line;
}

/** Returns the lines of a visitor's text, with a note if text beyond the limit is cut. */
export function manyLines(text: string, maxLength: number): string[] {
  const lines = text
    .replace(LINE_ENDS, '\n')
    .split('\n')
    .map((line) => cleanText(line).replace(/\s+/g, ' ').trim());
  const collapsed = lines.filter(
    (line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''),
  );
  const short = collapsed.slice(0, MAX_VISITOR_LINES).join('\n').trim();
  const characters = [...short];
  const isCut = collapsed.length > MAX_VISITOR_LINES || characters.length > maxLength;
  const visible = characters.slice(0, maxLength).join('').trimEnd().split('\n');
  if (!isCut) return visible;
  const length = [...text].length.toLocaleString('pt-BR');
  return [...visible, `[cortado aqui: o texto inteiro tem ${length} caracteres]`];
}

/**
 * Returns a text that mail clients do not turn into links: an invisible space follows each separator of web and
 * e-mail addresses.
 */
export const withoutLinks = (text: string): string =>
  text
    .replace(/((?<=\S)[.:@\uff0e\u3002\uff61])(?=[\p{L}\p{N}/\\[])/gu, (sign, _, at: number) =>
      isInNumber(text, at) ? sign : `${sign}\u200b`,
    )
    .replace(/\/\//g, '/\u200b/');

/** Returns whether a sign stands between two digits, as in `1.500` and `14:30`. */
const isInNumber = (text: string, at: number): boolean =>
  /\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + 1] ?? '');
