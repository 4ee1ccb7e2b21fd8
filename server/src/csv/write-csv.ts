export type Cell = string | number | null;

const SEPARATOR = ';';
const LINE_END = '\r\n';
/** Excel recognizes UTF-8 by it. */
const BYTE_ORDER_MARK = '\u{feff}';

/**
 * Texts that a spreadsheet runs as a formula, also with full-width or small signs.
 * Source: https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[\s\p{C}]*[=+\-@|%＝＋－＠﹦﹢﹣﹫]|^[\t\r\n]/u;
/** Digits that a spreadsheet would round or shorten: phones, ids of advertisements. */
const NUMBER_ALIKE = /^\s*(?:\d{10,}|0\d+|\d+e\d+)\s*$/i;
/** Characters that no cell can show; tabs and line ends are allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

type Row = Readonly<Record<string, Cell>>;

/** Returns CSV that Excel in pt-BR opens: semicolons, CRLF, UTF-8 with a byte order mark, texts quoted. */
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
  return `"${markAsText(cell).replaceAll('"', '""')}"`;
}

/** Marks a formula or a long number as text by a leading `'`. */
function markAsText(text: string): string {
  const cleaned = text.toWellFormed().replace(CONTROLS, '');
  return FORMULA.test(cleaned) || NUMBER_ALIKE.test(cleaned) ? `'${cleaned}` : cleaned;
}
