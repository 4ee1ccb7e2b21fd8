import type { Cell } from './csv.ts';
import { shortText } from './terminal-text.ts';

/** Widest a column gets, in characters. */
const WIDEST = 40;

type Row = Readonly<Record<string, Cell>>;

/**
 * Makes aligned text for a terminal out of rows that come in pages: as wide as the first page needs, a
 * longer cell of a later one pushes its line.
 */
export function createTable(columns: readonly string[]): (page: readonly Row[]) => string {
  let widths: number[] | null = null;
  return (page) => {
    const lines = page.map((row) => columns.map((column) => toText(row[column] ?? null)));
    const isFirst = widths === null;
    widths ??= columns.map((column, index) =>
      lines.reduce((widest, line) => Math.max(widest, lengthOf(line[index])), column.length),
    );
    const used = widths;
    const align = (line: readonly string[]) =>
      line
        .map((text, index) => text + ' '.repeat(Math.max(0, (used[index] ?? 0) - lengthOf(text))))
        .join('  ')
        .trimEnd();
    const head = isFirst ? [columns, used.map((width) => '─'.repeat(width))] : [];
    return [...head, ...lines].map((line) => `${align(line)}\n`).join('');
  };
}

export const toTable = (columns: readonly string[], rows: readonly Row[]): string =>
  createTable(columns)(rows);

const lengthOf = (text = ''): number => [...text].length;

const toText = (cell: Cell): string => shortText(String(cell ?? ''), WIDEST);
