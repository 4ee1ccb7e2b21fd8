import type { ImportKind } from '@funil/contract/imports/import-kinds';
import { isMappableKind, isSpendKind } from '@funil/contract/imports/import-kinds';
import {
  type DecimalSeparator,
  detectAmountSeparator,
  detectCountSeparator,
  withoutSign,
} from '../csv/amounts.ts';
import { type DateOrder, detectDateOrder } from '../csv/dates.ts';
import { EXPORT_AGAIN_REMEDY, FileRefusal } from '../csv/file-refusal.ts';
import { normalizeTitle, shortenCell } from '../csv/read-csv.ts';
import type { ColumnField } from './column-titles.ts';
import type { FileLayout } from './file-layout.ts';
import type { FileRow } from './file-rows.ts';
import type { StateDetector } from './statuses.ts';

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
export async function detectFormats(
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
export function chooseDateOrder(
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
