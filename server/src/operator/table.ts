import type { Cell } from './csv.ts';
import { shortText } from './terminal-text.ts';

/** Widest a column gets, in characters. */
const WIDEST = 40;

/** Rows as aligned text for a terminal. */
export function toTable(columns: readonly string[], rows: readonly Record<string, Cell>[]): string {
  const lines = rows.map((row) => columns.map((column) => toText(row[column] ?? null)));
  const widths = columns.map((column, index) =>
    lines.reduce(
      (widest, line) => Math.max(widest, [...(line[index] ?? '')].length),
      column.length,
    ),
  );
  const align = (line: readonly string[]) =>
    line
      .map((text, index) => text + ' '.repeat((widths[index] ?? 0) - [...text].length))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width));
  return `${[columns, rule, ...lines].map(align).join('\n')}\n`;
}

const toText = (cell: Cell): string => shortText(String(cell ?? ''), WIDEST);
