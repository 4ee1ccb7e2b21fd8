import { canonicalPhone } from '@funil/contract/contacts/person';
import type { ChosenColumns, ImportKind } from '@funil/contract/files/imports';
import { IMPORT_FIELDS, isGeneralKind, isSpendKind } from '@funil/contract/files/imports';
import {
  type DecimalSeparator,
  detectAmountSeparator,
  detectCountSeparator,
} from '../csv/amounts.ts';
import {
  isRagged,
  listTitleRowCandidates,
  normalizeTitle,
  readHead,
  readRowsAfter,
  shortenCell,
} from '../csv/csv-file.ts';
import { type DateOrder, detectDateOrder } from '../csv/dates.ts';
import { type CsvRow, EXPORT_AGAIN, FileRefusal } from '../csv/read-csv.ts';
import {
  type Column,
  chosenOf,
  type FileChoice,
  type FileLayout,
  findTitleRow,
  readLayout,
} from './columns.ts';
import { checkSpendColumns } from './spend-columns.ts';
import { StateDetector } from './statuses.ts';

/** Opens the file again. A file is read twice, because one amount at its end may decide how all amounts are read. */
export type FileSource = () => AsyncIterable<Uint8Array>;

/** A row of a file. */
export interface FileRow {
  readonly line: number;
  /** Returns a cell; empty if the file has no such column, or the cell says that there is no value. */
  read(column: Column): string;
  /** The cells that may contain phone numbers, the most reliable first. */
  readonly phones: readonly string[];
  /** All cells of the row, in the file's order. */
  readonly cells: readonly string[];
  /** Whether a value may be in another column: the row has fewer or more cells than the titles. */
  readonly isRagged: boolean;
}

/** A file that can be imported. */
export interface ImportFile {
  readonly kind: ImportKind;
  readonly layout: FileLayout;
  /** Null: its amounts have both, so that an amount such as `1.500` is unclear. */
  readonly decimal: DecimalSeparator | null;
  /** Null: nothing decides whether 01/03 is in March or January. */
  readonly dateOrder: DateOrder | null;
  /** Yields the rows in the file's order. Empty rows and totals are left out. @throws FileRefusal */
  rows(): AsyncGenerator<readonly FileRow[]>;
}

/** A file; `file` is null if the operator must say what it contains, or name columns. */
export interface OpenedFile {
  readonly kind: ImportKind | null;
  readonly titles: readonly string[];
  readonly columns: ChosenColumns;
  /** Labels of the required fields without a column. */
  readonly missing: readonly string[];
  readonly file: ImportFile | null;
}

/**
 * Opens an export, of which only a small part is in memory. Encoding, separators and titles are detected from the
 * complete file.
 * @param remember returns the columns that were chosen for a file of these titles before
 * @throws FileRefusal
 */
export async function openImportFile(
  source: FileSource,
  choice: FileChoice,
  remember: (titles: readonly string[], kind: ImportKind) => Promise<ChosenColumns | null>,
): Promise<OpenedFile> {
  const head = await readHead(source());
  const row = findTitleRow(listTitleRowCandidates(head));
  if (row === null) throw new FileRefusal(`O arquivo não tem nenhuma coluna. ${EXPORT_AGAIN}`);
  const titles = row.cells.filter(Boolean);
  if (titles.some((title) => title.includes('@') || canonicalPhone(title) !== null)) {
    throw new FileRefusal(
      'O arquivo não tem a linha dos títulos. Ponha antes da primeira uma como Nome;Telefone;E-mail.',
    );
  }
  let layout = readLayout(row, choice);
  if (layout.kind !== null && isGeneralKind(layout.kind) && choice.columns === null) {
    const columns = await remember(titles, layout.kind);
    if (columns !== null) layout = readLayout(row, { kind: layout.kind, columns });
  }
  const { kind, missing } = layout;
  if (kind !== null && isSpendKind(kind)) checkSpendColumns(kind, layout);
  const columns = kind !== null && isGeneralKind(kind) ? chosenOf(kind, layout) : {};
  if (kind === null || missing.length > 0) return { kind, titles, columns, missing, file: null };
  const rows = () => readRows(source, layout);
  const mayHaveStates = kind === 'vendas' && layout.columns.status === undefined;
  const formats = await detectFormats(rows(), kind, mayHaveStates ? new StateDetector() : null);
  if (formats.hasStates) {
    return { kind, titles, columns, missing: [IMPORT_FIELDS.vendas.status.label], file: null };
  }
  const dateOrder = chooseDateOrder(layout, formats);
  const file = { kind, layout, decimal: formats.decimal, dateOrder, rows };
  return { kind, titles, columns, missing, file };
}

async function* readRows(
  source: FileSource,
  { kind, row: titles, columns, phoneColumns }: FileLayout,
): AsyncGenerator<readonly FileRow[]> {
  const head = await readHead(source());
  const keyColumn = kind === 'leads' ? columns.phone : (columns.transaction ?? columns.createdAt);
  const isSpend = kind !== null && isSpendKind(kind);
  for await (const rows of readRowsAfter(head, titles)) {
    yield rows
      // Lines of totals in files of spend are counted.
      .filter((row) => isSpend || !isTotal(row, keyColumn ?? 0))
      .map((row) => {
        const readCell = (index: number | undefined) => {
          const cell = index === undefined ? '' : (row.cells[index] ?? '');
          // A campaign may be named “null”.
          return (isSpend ? /^-+$/ : NO_VALUE).test(cell) ? '' : cell;
        };
        return {
          line: row.line,
          cells: row.cells,
          isRagged: isRagged(row, titles.cells),
          read: (column) => joinBeside(column, (one) => readCell(columns[one])),
          phones: phoneColumns.map(readCell).filter(Boolean),
        };
      });
  }
}

/** Returns a cell, joined with what stands beside it in another column: a last name, or a date's time. */
function joinBeside(column: Column, readCell: (column: Column) => string): string {
  const cell = readCell(column);
  const beside = column === 'name' ? readCell('lastName') : readCell('clock');
  if (cell === '' || beside === '') return cell;
  if (column === 'name') return cell.endsWith(beside) ? cell : `${cell} ${beside}`;
  const isDay = column === 'createdAt' && !/:|\dh|^[\d.,]{5,7}$/i.test(cell);
  return isDay && CLOCK_CELL.test(beside) ? `${cell} ${beside}` : cell;
}

const CLOCK_CELL = /^\d{1,2}(?::\d\d|h)/i;

/** Texts that tools write for a missing value. */
const NO_VALUE = /^(?:\(none\)|-+|null|undefined|n\/a|nan)$/i;

/** A line of totals has its word in the first filled cell, and no key. */
function isTotal({ cells }: CsvRow, keyColumn: number): boolean {
  const first = cells.findIndex(Boolean);
  const hasKey = keyColumn !== first && (cells[keyColumn] ?? '') !== '';
  return !hasKey && /^(?:sub)?tota(?:l|is)\b/i.test(cells[first] ?? '');
}

const AMOUNT_COLUMNS: readonly Column[] = [
  ...(['price', 'charged', 'net', 'fee', 'affiliate', 'coproducer', 'refunded', 'spend'] as const),
];
const COUNT_COLUMNS: readonly Column[] = ['impressions', 'clicks'];
const NUMBER_COLUMNS = [...AMOUNT_COLUMNS, ...COUNT_COLUMNS];

/** Removes a sign: some tools write fees and refunds as negative numbers. */
export const withoutSign = (amount: string): string => amount.replace(/^(R\$)?\s*[-−+]\s*/, '');

const DATE_COLUMNS = ['createdAt', 'paidAt', 'refundedAt', 'day', 'starts', 'ends'] as const;

/** The formats that the values of a complete file imply. */
interface FoundFormats {
  /** Null: some amounts imply one and some the other. */
  readonly decimal: DecimalSeparator | null;
  readonly dateOrders: ReadonlySet<DateOrder>;
  /** Whether most values of a column are words for a sale's state. */
  readonly hasStates: boolean;
}

/**
 * @throws FileRefusal if the file has no rows, no number implies a decimal separator although it matters, or those of a
 * file of spend imply both
 */
async function detectFormats(
  batches: AsyncIterable<readonly FileRow[]>,
  kind: ImportKind,
  states: StateDetector | null,
): Promise<FoundFormats> {
  /** The first line that implies it. */
  const separators = new Map<DecimalSeparator, number>();
  const dateOrders = new Set<DateOrder>();
  let unclear: { line: number; amount: string } | null = null;
  let rowCount = 0;
  for await (const rows of batches) {
    rowCount += rows.length;
    for (const { line, cells, read, isRagged } of rows) {
      if (isRagged) continue;
      states?.add(cells);
      for (const column of NUMBER_COLUMNS) {
        const number = withoutSign(read(column));
        if (number === '') continue;
        const detect = COUNT_COLUMNS.includes(column)
          ? detectCountSeparator
          : detectAmountSeparator;
        const implied = detect(number);
        if (implied === 'unclear') unclear ??= { line, amount: read(column) };
        else if ((implied === '.' || implied === ',') && !separators.has(implied)) {
          separators.set(implied, line);
        }
      }
      for (const column of DATE_COLUMNS) {
        const order = detectDateOrder(read(column));
        if (order !== null) dateOrders.add(order);
      }
    }
  }
  if (rowCount === 0) {
    throw new FileRefusal(
      'O arquivo não tem nenhuma linha além dos títulos. Exporte outro período.',
    );
  }
  const [[firstSeparator, firstLine] = ['.', 0] as const, second] = separators;
  if (second !== undefined && isSpendKind(kind)) {
    throw new FileRefusal(
      `os números têm vírgula e ponto trocados em relação à linha ${firstLine}, e os valores ficariam errados. ${EXPORT_AGAIN}`,
      second[1],
    );
  }
  if (separators.size === 0 && unclear !== null) {
    throw new FileRefusal(
      `“${shortenCell(unclear.amount)}” pode ser mil e tantos ou um e uma fração, e nenhum outro número do arquivo decide. ${isSpendKind(kind) ? 'Inclua a coluna Impressões, ou exporte um período maior.' : 'Exporte um período maior, que tenha um valor com centavos.'}`,
      unclear.line,
    );
  }
  return {
    decimal: second === undefined ? firstSeparator : null,
    dateOrders,
    hasStates: states?.isFound ?? false,
  };
}

const ENGLISH_DATE = /\b(?:date|day|reporting|time|timestamp|created|submitted|at|on)\b/;

/**
 * Returns the order of a file's dates. If none decides, that of an English file without a Brazilian sign is unknown.
 */
function chooseDateOrder(
  { kind, row, columns }: FileLayout,
  { decimal, dateOrders }: FoundFormats,
): DateOrder | null {
  const [order, other] = dateOrders;
  if (order !== undefined) return other === undefined ? order : null;
  const dates = columns.createdAt ?? columns.day ?? columns.starts ?? -1;
  const title = normalizeTitle(row.cells[dates] ?? '').replaceAll('_', ' ');
  const isOfPlatform = kind !== null && !isGeneralKind(kind) && !isSpendKind(kind);
  const isBrazilian = isOfPlatform || row.separator === ';' || decimal === ',';
  return isBrazilian || !ENGLISH_DATE.test(title) ? 'day' : null;
}
