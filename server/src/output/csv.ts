/** A cell as a spreadsheet takes it. */
export type Cell = string | number | null;

const SEPARATOR = ';';
const LINE_END = '\r\n';
/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\u{feff}';

/**
 * What a spreadsheet would run, the signs' wide and small forms included.
 * Source: https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[\s\p{C}]*[=+\-@|%＝＋－＠﹦﹢﹣﹫]|^[\t\r\n]/u;
/** Digits that a spreadsheet would round, shorten or multiply: phones, ids of advertisements. */
const NUMBER_ALIKE = /^\s*(?:\d{10,}|0\d+|\d+e\d+)\s*$/i;
/** What no cell can show; a tab and line ends it can. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

type Row = Readonly<Record<string, Cell>>;

/** CSV as Excel in pt-BR opens it: semicolons, CRLF, UTF-8 with its mark, every text in quotes. */
export const toCsv = (columns: readonly string[], rows: readonly Row[]): string =>
  csvHead(columns) + csvLines(columns, rows);

export const csvHead = (columns: readonly string[]): string =>
  BYTE_ORDER_MARK + columns.join(SEPARATOR) + LINE_END;

export const csvLines = (columns: readonly string[], rows: readonly Row[]): string =>
  rows
    .map((row) => columns.map((column) => toField(row[column] ?? null)).join(SEPARATOR) + LINE_END)
    .join('');

function toField(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  return `"${keepAsText(cell).replaceAll('"', '""')}"`;
}

/** A text that a spreadsheet would take for something else is marked as text by a `'`. */
function keepAsText(text: string): string {
  const shown = text.toWellFormed().replace(CONTROLS, '');
  return FORMULA.test(shown) || NUMBER_ALIKE.test(shown) ? `'${shown}` : shown;
}
