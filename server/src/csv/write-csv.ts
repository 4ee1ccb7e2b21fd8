import { removeDirectionMarks } from '@funil/contract/characters';
import { type Cell, type Columns, toCells } from './columns.ts';

const CELL_SEPARATOR = ';';
const LINE_END = '\r\n';
/** Excel recognizes UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\u{feff}';

/**
 * The start of a text that spreadsheets run as a formula, also with full-width or small signs
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const FORMULA_START = /^[\s\p{C}]*[=+\-@|%＝＋－＠﹦﹢﹣﹫]|^[\t\r\n]/u;
/** A number, such as a phone or an ad's id, that spreadsheets would round or shorten. */
const LONG_NUMBER = /^\s*(?:\d{10,}|0\d+|\d+e\d+)\s*$/i;
/** Characters that no cell can show; tabs and line ends are allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
const CONTROL_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** Yields a CSV file with semicolons, CRLF and a byte order mark, as Excel in pt-BR needs them. */
export async function* writeCsv<Row>(
  columns: Columns<Row>,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield toCsv(columns, []);
  for await (const page of pages) yield joinRows(columns, page);
}

export const toCsv = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  BYTE_ORDER_MARK + Object.keys(columns).join(CELL_SEPARATOR) + LINE_END + joinRows(columns, rows);

const joinRows = <Row>(columns: Columns<Row>, rows: readonly Row[]): string =>
  rows.map((row) => toCells(columns, row).map(toField).join(CELL_SEPARATOR) + LINE_END).join('');

function toField(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  return `"${markAsText(cell).replaceAll('"', '""')}"`;
}

/** Puts a `'` before a formula or a long number, so that spreadsheets read a text. */
function markAsText(text: string): string {
  const cleaned = removeDirectionMarks(text).toWellFormed().replace(CONTROL_CHARACTERS, '');
  return FORMULA_START.test(cleaned) || LONG_NUMBER.test(cleaned) ? `'${cleaned}` : cleaned;
}
