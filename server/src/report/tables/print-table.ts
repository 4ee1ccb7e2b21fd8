import { shortText } from '../../commands/output/terminal-text.ts';
import type { Table } from './tables.ts';

/** Longest text shown of a first column, in characters. */
const WIDEST = 44;

/** A table for the terminal: names to the left, numbers to the right. */
export function printTable({ title, columns, rows }: Table): string {
  const lines = [columns, ...rows].map((row) => row.map((cell) => shortText(cell, WIDEST)));
  const widths = columns.map((_, index) =>
    lines.reduce((widest, line) => Math.max(widest, [...(line[index] ?? '')].length), 0),
  );
  const align = (line: string[]) =>
    line
      .map((text, index) => {
        const space = ' '.repeat((widths[index] ?? 0) - [...text].length);
        return index === 0 ? text + space : space + text;
      })
      .join('  ')
      .trimEnd();
  const [head = [], ...body] = lines;
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return `${title}\n${[align(head), rule, ...body.map(align)].join('\n')}\n`;
}
