import type { Cell } from './csv.ts';

/** Widest a column gets, in characters. */
const WIDEST = 40;

/** Rows as aligned text for a terminal. */
export function toTable(columns: readonly string[], rows: readonly Record<string, Cell>[]): string {
  const lines = rows.map((row) => columns.map((column) => toText(row[column] ?? null)));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...lines.map((line) => [...(line[index] ?? '')].length)),
  );
  const align = (line: readonly string[]) =>
    line
      .map((text, index) => text + ' '.repeat((widths[index] ?? 0) - [...text].length))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '─'.repeat(width));
  return `${[columns, rule, ...lines].map(align).join('\n')}\n`;
}

function toText(cell: Cell): string {
  // What a visitor typed must not steer the operator's terminal.
  const text = String(cell ?? '').replace(/\p{C}+/gu, ' ');
  const characters = [...text];
  return characters.length > WIDEST ? `${characters.slice(0, WIDEST - 1).join('')}…` : text;
}
