import { toSearchText } from '@funil/contract/characters';
import { APPLICATION_FIELDS } from '@funil/contract/contacts/application-rules';
import { isEmail } from '@funil/contract/contacts/email';
import { canonicalPhone } from '@funil/contract/contacts/person';
import type { ChosenColumns, ImportKind } from '@funil/contract/imports/import-kinds';
import { IMPORT_FIELDS, isMappableKind, isSpendKind } from '@funil/contract/imports/import-kinds';
import type { ImportPreview } from '@funil/contract/imports/imports';
import {
  type DecimalSeparator,
  detectAmountSeparator,
  detectCountSeparator,
} from '../csv/amounts.ts';
import { type DateOrder, detectDateOrder } from '../csv/dates.ts';
import { EXPORT_AGAIN_REMEDY, FileRefusal } from '../csv/file-refusal.ts';
import {
  type CsvRow,
  hasMoreCells,
  isRagged,
  listTitleRowCandidates,
  MAX_COLUMNS,
  normalizeTitle,
  readHead,
  readRowsAfter,
  shortenCell,
} from '../csv/read-csv.ts';
import { decodeEntities } from '../markup/html.ts';
import type { ColumnField } from './column-titles.ts';
import {
  type FileChoice,
  type FileLayout,
  fieldTitlesOf,
  findTitleRow,
  readLayout,
} from './file-layout.ts';
import { checkSpendColumns } from './spend-columns.ts';
import { StateDetector } from './statuses.ts';

/** Opens the file anew, because its last amount may decide how all are read. */
type FileSource = () => AsyncIterable<Uint8Array>;

export interface FileRow {
  readonly line: number;
  /** Returns the cell; an empty text if the column does not exist, or the cell says that the value is missing. */
  read(column: ColumnField): string;
  readonly phones: readonly string[];
  readonly cells: readonly string[];
  /** Values may be in wrong columns, because the row has more cells than the titles, or, except for leads, fewer. */
  readonly isRagged: boolean;
}

export interface ImportFile {
  readonly kind: ImportKind;
  readonly layout: FileLayout;
  /** Null: some amounts have a point and some a comma, so an amount such as `1.500` is unclear. */
  readonly decimal: DecimalSeparator | null;
  /** Null: no date of the file decides whether 01/03 is in March or January. */
  readonly dateOrder: DateOrder | null;
  /**
   * Yields neither empty rows nor totals.
   * @throws FileRefusal
   */
  rows(): AsyncGenerator<readonly FileRow[]>;
}

/** `file` is null if the operator must choose the kind or columns first. */
export interface OpenedFile extends Pick<ImportPreview, 'kind' | 'titles' | 'columns' | 'missing'> {
  readonly file: ImportFile | null;
}

/**
 * Reads the complete file, and keeps little of it in memory.
 * @param recallColumns returns the columns that were chosen for an earlier file with these titles
 * @throws FileRefusal
 */
export async function openImportFile(
  source: FileSource,
  choice: FileChoice,
  recallColumns: (titles: readonly string[], kind: ImportKind) => Promise<ChosenColumns | null>,
): Promise<OpenedFile> {
  const head = await readHead(source());
  const titleRow = findTitleRow(listTitleRowCandidates(head));
  if (titleRow === null)
    throw new FileRefusal(`O arquivo não tem nenhuma coluna. ${EXPORT_AGAIN_REMEDY}`);
  if (titleRow.cells.length > MAX_COLUMNS)
    throw new FileRefusal(
      `O arquivo tem mais de ${MAX_COLUMNS} colunas. Exporte de novo só as de que precisa.`,
    );
  const titles = titleRow.cells.filter(Boolean);
  if (titles.some(isPersonValue)) {
    throw new FileRefusal(
      'O arquivo não tem a linha dos títulos. Ponha antes da primeira uma como Nome;Telefone;E-mail.',
    );
  }
  if (APPLICATION_FIELDS.every((field) => titles.includes(field))) {
    throw new FileRefusal('O arquivo tem aplicações do Funil, e só leads são importados.');
  }
  let layout = readLayout(titleRow, choice);
  if (layout.kind !== null && isMappableKind(layout.kind) && choice.columns === null) {
    const columns = await recallColumns(titles, layout.kind);
    if (columns !== null) layout = readLayout(titleRow, { kind: layout.kind, columns });
  }
  const { kind, missing } = layout;
  if (kind !== null && isSpendKind(kind)) checkSpendColumns(kind, layout);
  const columns = kind !== null && isMappableKind(kind) ? fieldTitlesOf(kind, layout) : {};
  if (kind === null || missing.length > 0) return { kind, titles, columns, missing, file: null };
  const rows = () => readRows(source, layout);
  const needsStateDetector = kind === 'vendas' && layout.columns.status === undefined;
  const stateDetector = needsStateDetector ? new StateDetector(titleRow.cells) : null;
  const formats = await detectFormats(rows(), kind, stateDetector);
  if (stateDetector?.hasStateColumn) {
    return { kind, titles, columns, missing: [IMPORT_FIELDS.vendas.status.label], file: null };
  }
  const dateOrder = chooseDateOrder(layout, formats);
  const file = { kind, layout, decimal: formats.decimal, dateOrder, rows };
  return { kind, titles, columns, missing, file };
}

/** Whether a title is only an e-mail or a phone, so that the file has no titles, unlike a question with an example. */
const isPersonValue = (title: string): boolean =>
  isEmail(title) || (!/\p{L}/u.test(title) && canonicalPhone(title) !== null);

async function* readRows(
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

const AMOUNT_COLUMNS: readonly ColumnField[] = [
  'price',
  'charged',
  'net',
  'fee',
  'affiliate',
  'coproducer',
  'refunded',
  'spend',
];
const COUNT_COLUMNS: readonly ColumnField[] = ['impressions', 'clicks'];
const NUMBER_COLUMNS = [...AMOUNT_COLUMNS, ...COUNT_COLUMNS];

/** Whether the amount is negative. A spreadsheet may write it in brackets, or the sign at the end. */
export const isNegative = (amount: string): boolean => /^[^\d+]*[-−(]|[-−]$/.test(amount);

/** Returns the amount without its sign, because some tools write fees and refunds as negative numbers. */
export const withoutSign = (amount: string): string =>
  amount.replace(/^(?:R\$)?\s*[-−+(]\s*|[-−)]$/g, '');

const DATE_COLUMNS: readonly ColumnField[] = [
  'createdAt',
  'paidAt',
  'refundedAt',
  'chargebackAt',
  'day',
  'starts',
  'ends',
];

interface DetectedFormats {
  readonly decimal: DecimalSeparator | null;
  readonly dateOrders: ReadonlySet<DateOrder>;
}

/**
 * @param stateDetector gets the cells of all rows that are not ragged
 * @throws FileRefusal if the file has no rows, if an amount is unclear and no other shows the decimal separator, or if
 * amounts of spend show both separators
 */
async function detectFormats(
  batches: AsyncIterable<readonly FileRow[]>,
  kind: ImportKind,
  stateDetector: StateDetector | null,
): Promise<DetectedFormats> {
  const separators = new Map<DecimalSeparator, number>();
  const dateOrders = new Set<DateOrder>();
  let firstUnclear: AmountsOfFile['firstUnclear'] = null;
  let rowCount = 0;
  for await (const rows of batches) {
    rowCount += rows.length;
    for (const { line, cells, read, isRagged } of rows) {
      if (isRagged) continue;
      stateDetector?.add(cells);
      for (const column of NUMBER_COLUMNS) {
        const number = withoutSign(read(column));
        if (number === '') continue;
        const detect = COUNT_COLUMNS.includes(column)
          ? detectCountSeparator
          : detectAmountSeparator;
        const impliedSeparator = detect(number);
        if (impliedSeparator === 'unclear') firstUnclear ??= { line, amount: read(column) };
        else if (
          (impliedSeparator === '.' || impliedSeparator === ',') &&
          !separators.has(impliedSeparator)
        ) {
          separators.set(impliedSeparator, line);
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
  return { decimal: chooseDecimal({ separators, firstUnclear, kind }), dateOrders };
}

interface AmountsOfFile {
  readonly kind: ImportKind;
  /** The first line with each separator. */
  readonly separators: ReadonlyMap<DecimalSeparator, number>;
  readonly firstUnclear: { readonly line: number; readonly amount: string } | null;
}

/**
 * Returns null if the amounts of sales or leads show both separators.
 * @throws FileRefusal
 */
function chooseDecimal({ separators, firstUnclear, kind }: AmountsOfFile): DecimalSeparator | null {
  const [[firstSeparator, firstLine] = ['.', 0] as const, secondSeparator] = separators;
  if (secondSeparator !== undefined && isSpendKind(kind)) {
    throw new FileRefusal(
      `os números têm vírgula e ponto trocados em relação à linha ${firstLine}, e os valores ficariam errados. ${EXPORT_AGAIN_REMEDY}`,
      secondSeparator[1],
    );
  }
  if (separators.size === 0 && firstUnclear !== null) {
    throw new FileRefusal(
      `“${shortenCell(firstUnclear.amount)}” pode ser mil e tantos ou um e uma fração, e nenhum outro número do arquivo decide. ${isSpendKind(kind) ? 'Inclua a coluna Impressões, ou exporte um período maior.' : 'Exporte um período maior, que tenha um valor com centavos, ou escreva R$ antes do valor.'}`,
      firstUnclear.line,
    );
  }
  return secondSeparator === undefined ? firstSeparator : null;
}

const ENGLISH_DATE = /\b(?:date|day|reporting|time|timestamp|created|submitted|at|on)\b/;

/**
 * Returns null if the dates show both orders. If no date decides, returns `day`, or null if the
 * file may be American: an English title, and neither platform nor separator Brazilian.
 */
function chooseDateOrder(
  { kind, titleRow, columns }: FileLayout,
  { decimal, dateOrders }: DetectedFormats,
): DateOrder | null {
  const [order, secondOrder] = dateOrders;
  if (order !== undefined) return secondOrder === undefined ? order : null;
  const dateColumn = columns.createdAt ?? columns.day ?? columns.starts ?? -1;
  const title = normalizeTitle(titleRow.cells[dateColumn] ?? '').replaceAll('_', ' ');
  const isOfPlatform = kind !== null && !isMappableKind(kind) && !isSpendKind(kind);
  const isBrazilian = isOfPlatform || titleRow.separator === ';' || decimal === ',';
  return isBrazilian || !ENGLISH_DATE.test(title) ? 'day' : null;
}
