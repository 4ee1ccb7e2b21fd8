import type { Table } from './summary.ts';

/** Longest text shown of a first column, in characters. */
const WIDEST = 44;

// What a visitor's address says must not steer the operator's terminal.
const clean = (text: string) => text.replace(/\p{C}+/gu, ' ');

function shorten(text: string): string {
  const characters = [...clean(text)];
  return characters.length > WIDEST ? `${characters.slice(0, WIDEST - 1).join('')}…` : clean(text);
}

/** A table for the terminal: names to the left, numbers to the right. */
export function printTable({ title, columns, rows }: Table): string {
  const lines = [columns, ...rows].map((row) => row.map(shorten));
  const widths = columns.map((_, index) =>
    Math.max(...lines.map((line) => [...(line[index] ?? '')].length)),
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
