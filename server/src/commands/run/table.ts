import { removeStackedMarks } from '@funil/contract/characters';
import type { Cell } from '../../csv/columns.ts';

export const cleanText = (text: string): string =>
  removeStackedMarks(text.replace(/[\p{C}\u2028\u2029]+/gu, ' '));

function shortenText(text: string, maxLength: number): string {
  const characters = [...cleanText(text)];
  return characters.length > maxLength
    ? `${characters.slice(0, maxLength - 1).join('')}…`
    : characters.join('');
}

interface TableLayout {
  /** In characters. */
  readonly maxWidth?: number;
  readonly isNumber?: (index: number) => boolean;
}

/** Returns a formatter of pages. The first page decides the widths; a longer cell of a later page widens its line. */
export function createTable(
  heads: readonly string[],
  { maxWidth = 40, isNumber = () => false }: TableLayout = {},
) {
  let widths: number[] | null = null;
  return (page: readonly (readonly Cell[])[]): string => {
    const lines = page.map((row) => row.map((cell) => shortenText(String(cell ?? ''), maxWidth)));
    const isFirst = widths === null;
    widths ??= heads.map((head, index) =>
      lines.reduce((width, line) => Math.max(width, lengthOf(line[index])), lengthOf(head)),
    );
    const columnWidths = widths;
    const align = (line: readonly string[]) =>
      line
        .map((text, index) => {
          const space = ' '.repeat(Math.max(0, (columnWidths[index] ?? 0) - lengthOf(text)));
          return isNumber(index) ? space + text : text + space;
        })
        .join('  ')
        .trimEnd();
    const head = isFirst ? [heads, columnWidths.map((width) => '─'.repeat(width))] : [];
    return [...head, ...lines].map((line) => `${align(line)}\n`).join('');
  };
}

const lengthOf = (text = ''): number => [...text].length;
