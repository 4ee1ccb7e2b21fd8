import { toSearchText } from '@funil/contract/characters';
import { isSpendKind } from '@funil/contract/imports/import-kinds';
import { type CsvRow, hasMoreCells, isRagged, readHead, readRowsAfter } from '../csv/read-csv.ts';
import { decodeEntities } from '../markup/html.ts';
import type { ColumnField } from './column-titles.ts';
import type { FileLayout } from './file-layout.ts';

/** Opens the file anew, because its last amount may decide how all are read. */
export type FileSource = () => AsyncIterable<Uint8Array>;

export interface FileRow {
  readonly line: number;
  /** Returns the cell; an empty text if the column does not exist, or the cell says that the value is missing. */
  read(column: ColumnField): string;
  readonly phones: readonly string[];
  readonly cells: readonly string[];
  /** Values may be in wrong columns, because the row has more cells than the titles, or, except for leads, fewer. */
  readonly isRagged: boolean;
}

export async function* readRows(
  source: FileSource,
  layout: FileLayout,
): AsyncGenerator<readonly FileRow[]> {
  const { kind, titleRow, columns } = layout;
  const head = await readHead(source());
  const keyColumn = kind === 'leads' ? columns.phone : (columns.transaction ?? columns.createdAt);
  const readCell = createCellReader(layout);
  for await (const rows of readRowsAfter(head, titleRow)) {
    yield rows
      .filter((row) => isSpendLayout(layout) || !isTotal(row, keyColumn ?? 0))
      .map((row) => toFileRow(row, layout, (index) => readCell(row, index)));
  }
}

const isSpendLayout = ({ kind }: FileLayout): boolean => kind !== null && isSpendKind(kind);

function createCellReader(layout: FileLayout) {
  const { titleRow, columns } = layout;
  const isSpend = isSpendLayout(layout);
  // Tally's times are in UTC, although the title does not say it.
  const isTallyFile = titleRow.cells.includes('Respondent ID');
  const isUtc = titleRow.cells.map(
    (title) => /\((?:in )?utc(?:\+0)?\)$/i.test(title) || (isTallyFile && title === 'Submitted at'),
  );
  return ({ cells }: CsvRow, index: number | undefined): string => {
    const text = (cells[index ?? -1] ?? '').slice(0, MAX_CELL_LENGTH);
    const cell = decodeEntities(text).trim();
    // In a file of spend, “null” or “—” may be a campaign's name. Excel writes an amount of zero as “R$ -”.
    const missingSpend = index === columns.spend ? /^(?:R\$ *)?[-–—]+$/ : /^-+$/;
    if ((isSpend ? missingSpend : MISSING_VALUE).test(cell)) return '';
    return isUtc[index ?? -1] && TIME_WITHOUT_ZONE.test(cell) ? `${cell} UTC` : cell;
  };
}

function toFileRow(
  row: CsvRow,
  { kind, titleRow, columns, phoneColumns, nameColumns, emailColumns }: FileLayout,
  readCell: (index: number | undefined) => string,
): FileRow {
  const alternatives: Partial<Record<ColumnField, readonly number[]>> =
    kind === 'leads' ? { name: nameColumns, email: emailColumns } : {};
  return {
    line: row.line,
    cells: row.cells,
    // Excel leaves out the last empty cells of sixteen rows. A lead needs only its phone.
    isRagged: (kind === 'leads' ? hasMoreCells : isRagged)(row, titleRow.cells),
    read: (column) => {
      // The dates of creation and of payment may be one column.
      const isCreatedAt = columns[column] === columns.createdAt;
      const field = isCreatedAt ? 'createdAt' : column;
      return readWithSupplement(field, (name) => {
        const cells = (alternatives[name] ?? [columns[name]]).map(readCell).filter(Boolean);
        // “E-mail 1 - Rótulo” has a word such as “Casa”.
        const address = name === 'email' ? cells.find((cell) => cell.includes('@')) : null;
        return address ?? cells[0] ?? '';
      });
    },
    phones:
      phoneColumns
        .map((group) => group.map(readCell).filter(Boolean))
        .find(({ length }) => length > 0) ?? [],
  };
}

function readWithSupplement(
  column: ColumnField,
  readCell: (column: ColumnField) => string,
): string {
  const cell = readCell(column);
  const supplement = column === 'name' ? readCell('lastName') : readCell('timeOfDay');
  if (cell === '' || supplement === '') return cell;
  if (column === 'name') {
    const isWithin = ` ${toSearchText(cell)} `.includes(` ${toSearchText(supplement)} `);
    return isWithin ? cell : `${cell} ${supplement}`;
  }
  // A spreadsheet writes midnight for a day without a time.
  const day = cell.replace(/ 0?0:00(?::00)?$/, '');
  const isDay = column === 'createdAt' && !/:|\dh|^[\d.,]{5,7}$/i.test(day);
  return isDay && TIME_OF_DAY_START.test(supplement) ? `${day} ${supplement}` : cell;
}

/** More characters are not read, because several patterns read long spaces repeatedly. */
const MAX_CELL_LENGTH = 2_000;

const TIME_OF_DAY_START = /^\d{1,2}(?::\d\d|h)/i;
const TIME_WITHOUT_ZONE = / \d{1,2}:\d\d(?::\d\d)?(?: [ap]m)?$/i;

/** Texts for a missing value, a spreadsheet's failed formula, or the anonymous visitor of Microsoft Forms. */
const MISSING_VALUE =
  /^(?:\((?:none|not set)\)|[-–—]+|null|undefined|n\/a|nan|an[oô]nimo|anonymous|#(?:n\/[adp]|(?:ref|valor|value|div\/0|nome|name|error|erro|null|nulo|n[uú]m|spill|despejar|calc|campo|field|ocupado|busy)[!?])|err:\d{3}|(?:loading|carregando)\.{3})$/i;

/** Whether the row is a total: its first filled cell begins with “total” or “subtotal”, and the key's cell is empty. */
function isTotal({ cells }: CsvRow, keyColumn: number): boolean {
  const firstFilled = cells.findIndex(Boolean);
  const hasKey = keyColumn !== firstFilled && (cells[keyColumn] ?? '') !== '';
  return !hasKey && /^(?:sub)?tota(?:l|is)\b/i.test(cells[firstFilled] ?? '');
}
