import type { Cell } from '../../output/csv.ts';

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

/** How a table stands in a terminal. */
export interface TableLook {
  /** Widest a column gets, in characters. */
  readonly widest: number;
  /** Whether a column, counted from 0, is one of numbers and stands to the right. */
  readonly isNumber: (index: number) => boolean;
}

const LISTING: TableLook = { widest: 40, isNumber: () => false };

/**
 * Makes aligned text for a terminal out of rows that come in pages: as wide as the first page needs, a
 * longer cell of a later one pushes its line.
 */
export function createTable(heads: readonly string[], look = LISTING) {
  let widths: number[] | null = null;
  return (page: readonly (readonly Cell[])[]): string => {
    const lines = page.map((row) => row.map((cell) => shortText(String(cell ?? ''), look.widest)));
    const isFirst = widths === null;
    widths ??= heads.map((head, index) =>
      lines.reduce((widest, line) => Math.max(widest, lengthOf(line[index])), lengthOf(head)),
    );
    const used = widths;
    const align = (line: readonly string[]) =>
      line
        .map((text, index) => {
          const space = ' '.repeat(Math.max(0, (used[index] ?? 0) - lengthOf(text)));
          return look.isNumber(index) ? space + text : text + space;
        })
        .join('  ')
        .trimEnd();
    const head = isFirst ? [heads, used.map((width) => '─'.repeat(width))] : [];
    return [...head, ...lines].map((line) => `${align(line)}\n`).join('');
  };
}

/** A row's cells in the order of columns. */
export const inColumns = (columns: readonly string[], row: Readonly<Record<string, Cell>>) =>
  columns.map((column) => row[column] ?? null);

const lengthOf = (text = ''): number => [...text].length;
