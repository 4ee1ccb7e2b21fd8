/** A cell as a spreadsheet takes it. */
export type Cell = string | number | null;

const SEPARATOR = ';';
const LINE_END = '\r\n';
/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\u{feff}';

/** CSV as Excel in pt-BR opens it: semicolons, CRLF, UTF-8 with its mark. */
export function toCsv(columns: readonly string[], rows: readonly Record<string, Cell>[]): string {
  const lines = rows.map((row) => columns.map((column) => toField(row[column] ?? null)));
  const text = [columns.map(toField), ...lines].map((line) => line.join(SEPARATOR) + LINE_END);
  return BYTE_ORDER_MARK + text.join('');
}

function toField(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = escapeFormula(cell);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell a spreadsheet would run is made text. Source: https://owasp.org/www-community/attacks/CSV_Injection */
function escapeFormula(text: string): string {
  return /^[\s]*[=+\-@\t\r\n|%]/.test(text) ? `'${text}` : text;
}
