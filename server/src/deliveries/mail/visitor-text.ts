import { removeDirectionMarks, removeStackedMarks } from '@funil/contract/characters';

export const MAX_LINE_LENGTH = 200;
/** Control characters, halves of emoji, private use, invisible tags. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}\p{Co}\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const LINE_ENDS = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;
const MAX_VISITOR_LINES = 80;

const removeUnsafeSigns = (text: string) =>
  removeStackedMarks(removeDirectionMarks(text).replace(CONTROL_CHARACTERS, ' '));

/** More characters are read than shown, because cleaning drops some. */
const CHARACTERS_READ_PER_SHOWN = 6;

export function toOneLine(text: string, maxLength: number): string {
  const line = removeUnsafeSigns(
    text.slice(0, CHARACTERS_READ_PER_SHOWN * maxLength).replace(LINE_ENDS, ' '),
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

/** Returns the text's lines. If the text is too long, a last line in square brackets says that it is cut. */
export function toTextLines(text: string, maxLength: number): string[] {
  const lines = text
    .replace(LINE_ENDS, '\n')
    .split('\n')
    .map((line) => removeUnsafeSigns(line).replace(/\s+/g, ' ').trim());
  const collapsed = lines.filter(
    (line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''),
  );
  const shortText = collapsed.slice(0, MAX_VISITOR_LINES).join('\n').trim();
  const characters = [...shortText];
  const isCut = collapsed.length > MAX_VISITOR_LINES || characters.length > maxLength;
  const visible = characters.slice(0, maxLength).join('').trimEnd().split('\n');
  if (!isCut) return visible;
  const fullLength = [...text].length.toLocaleString('pt-BR');
  return [...visible, `[cortado aqui: o texto inteiro tem ${fullLength} caracteres]`];
}

/** Puts an invisible space after each separator, so that mail clients make no links of the text. */
export const withoutLinks = (text: string): string =>
  text
    .replace(/((?<=\S)[.:@\uff0e\u3002\uff61])(?=[\p{L}\p{N}/\\[])/gu, (sign, _, at: number) =>
      isInNumber(text, at) ? sign : `${sign}\u200b`,
    )
    .replace(/\/\//g, '/\u200b/');

const isInNumber = (text: string, at: number): boolean =>
  /\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + 1] ?? '');
