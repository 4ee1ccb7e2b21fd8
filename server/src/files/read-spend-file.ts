import type { AdNetwork } from '@funil/contract/ad-spend';
import type { SpendRow } from '../ads/spend-lines.ts';
import {
  DecimalDetector,
  type DecimalSeparator,
  detectAmountSeparator,
  detectCountSeparator,
  type ImpliedSeparator,
  toCents,
  toCount,
} from '../csv/amounts.ts';
import { isRagged, readHead, readRowsAfter, shorten } from '../csv/csv-file.ts';
import { readDate } from '../csv/dates.ts';
import { type CsvRow, EXPORT_AGAIN, FileRefusal } from '../csv/read-csv.ts';
import { findHeader, type ReportHeader, severalDays } from './spend-columns.ts';

/** Numbers of rows that are not the spend of an ad on a day. */
export interface SkippedRows {
  /** Rows without a day or without a campaign, such as totals. */
  totals: number;
  /** Rows without an amount. */
  withoutSpend: number;
}

export interface SpendFile {
  readonly network: AdNetwork;
  /** Rows in the file's order. They can be read once; reading throws FileRefusal. */
  readonly rows: AsyncIterable<readonly SpendRow[]>;
  /** Complete once all rows are read. */
  readonly skipped: Readonly<SkippedRows>;
}

/** Maximum number of rows in memory that wait for a number that implies the decimal separator. */
const MAX_UNCLEAR_ROWS = 20_000;
/** A hundred million reais; a larger amount is an error in the file. */
const MAX_CENTS = 10_000_000_000;
const MAX_NAME_LENGTH = 1_000;

/**
 * Opens an export of Meta's Ads Manager or of Google Ads. Encoding, separators and language are detected from the file, and
 * only a small part of it is in memory.
 * @param wanted the network that the operator chose; null: detect it from the file
 * @throws FileRefusal
 */
export async function openSpendFile(
  bytes: AsyncIterable<Uint8Array>,
  wanted: AdNetwork | null,
): Promise<SpendFile> {
  const head = await readHead(bytes);
  const header = findHeader(head, wanted);
  const skipped: SkippedRows = { totals: 0, withoutSpend: 0 };
  const rows = readRows(readRowsAfter(head, header), header, skipped);
  return { network: header.network, rows, skipped };
}

async function* readRows(
  batches: AsyncIterable<CsvRow[]>,
  header: ReportHeader,
  skipped: SkippedRows,
): AsyncGenerator<readonly SpendRow[]> {
  const separator = new DecimalDetector();
  const waiting: ReadRow[] = [];
  const toRows = (rows: ReadRow[], decimal: DecimalSeparator) =>
    rows.map((row) => finish(row, decimal));
  for await (const batch of batches) {
    const clear: ReadRow[] = [];
    for (const csvRow of batch) {
      const row = readRow(csvRow, header, skipped);
      if (row === null) continue;
      if (addNumbers(separator, row) === 'unclear' && separator.found === null) waiting.push(row);
      else clear.push(row);
    }
    if (waiting.length > MAX_UNCLEAR_ROWS) throw refuseUnclear(waiting);
    // Until a separator is found, all clear rows are the same with both.
    if (separator.found !== null) yield toRows(waiting.splice(0), separator.found);
    yield toRows(clear, separator.found ?? '.');
  }
  if (waiting.length > 0) throw refuseUnclear(waiting);
}

/** Adds a row's numbers. Returns what its amount implies. @throws FileRefusal */
function addNumbers(
  detector: DecimalDetector,
  { line, amount, counts }: ReadRow,
): ImpliedSeparator {
  const ofAmount = detectAmountSeparator(amount);
  if (ofAmount === 'invalid') {
    throw new FileRefusal(`“${shorten(amount)}” não é um valor gasto. ${EXPORT_AGAIN}`, line);
  }
  for (const implied of [ofAmount, ...counts.map(detectCountSeparator)])
    detector.add(implied, line);
  return ofAmount;
}

/** Returns the refusal of a file whose numbers imply no separator. */
const refuseUnclear = ([first]: readonly ReadRow[]) =>
  new FileRefusal(
    `“${first?.amount}” pode ser mil e tantos ou um e uma fração, e nenhum outro número do arquivo decide. Inclua a coluna Impressões, ou exporte um período maior.`,
    first?.line ?? null,
  );

/** A row whose numbers are not read yet. */
interface ReadRow extends Omit<SpendRow, 'spendCents' | 'impressions' | 'clicks'> {
  readonly line: number;
  readonly amount: string;
  /** The counts that are known. */
  readonly counts: readonly string[];
  readonly impressions: string | null;
  readonly clicks: string | null;
}

/** Returns null for a row that is not the spend of an ad on a day. */
function readRow(row: CsvRow, header: ReportHeader, skipped: SkippedRows): ReadRow | null {
  const { line, cells } = row;
  const read = (column: keyof ReportHeader['columns']): string | null => {
    const index = header.columns[column];
    const cell = index === undefined ? '' : (cells[index] ?? '');
    return cell === '' || /^-+$/.test(cell) ? null : cell;
  };
  const readName = (column: 'campaignName' | 'setName' | 'adName') => {
    const name = read(column);
    if (name === null || name.length <= MAX_NAME_LENGTH) return name;
    throw new FileRefusal(`um nome tem mais de ${MAX_NAME_LENGTH} letras. ${EXPORT_AGAIN}`, line);
  };
  const readId = (column: 'campaignId' | 'setId' | 'adId' | 'account') => {
    const id = read(column);
    return id === null ? null : toId(id, line);
  };
  const identity = {
    network: header.network,
    campaignId: readId('campaignId'),
    campaignName: readName('campaignName'),
    setId: readId('setId'),
    setName: readName('setName'),
    adId: readId('adId'),
    adName: readName('adName'),
  };
  const dayText = read('day');
  const isOfDay = header.columns.day === undefined || !/^(?:total\b|$)/i.test(dayText ?? '');
  if (!isOfDay || (identity.campaignId === null && identity.campaignName === null)) {
    skipped.totals += 1;
    return null;
  }
  if (isRagged(row, header.titles)) {
    throw new FileRefusal(
      `tem ${cells.length} células, e o cabeçalho, ${header.titles.length}: um valor pode estar na coluna de outro. ${EXPORT_AGAIN}`,
      line,
    );
  }
  const day = readDay(dayText, { starts: read('starts'), ends: read('ends') }, header, line);
  const amount = read('spend');
  if (amount === null) {
    skipped.withoutSpend += 1;
    return null;
  }
  const impressions = read('impressions');
  const clicks = read('clicks');
  const currency = (header.currency ?? read('currency') ?? '').toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new FileRefusal(`“${shorten(currency)}” não é uma moeda como BRL. ${EXPORT_AGAIN}`, line);
  }
  const counts = [impressions, clicks].filter((count) => count !== null);
  const account = readId('account');
  return { ...identity, line, account, day, currency, amount, counts, impressions, clicks };
}

/** Returns the digits of an id. Google writes accounts as `123-456-7890`. */
function toId(text: string, line: number): string {
  const digits = text.replace(/^act_|(?<=\d)-(?=\d)/g, '');
  if (/^\d{1,30}$/.test(digits)) return digits;
  throw new FileRefusal(
    /^\d[.,]?\d*E\+?\d+$/i.test(digits)
      ? `o Excel arredondou a identificação “${shorten(text)}”. ${EXPORT_AGAIN}`
      : `“${shorten(text)}” não é uma identificação. ${EXPORT_AGAIN}`,
    line,
  );
}

function readDay(
  day: string | null,
  { starts, ends }: { readonly starts: string | null; readonly ends: string | null },
  { network, isPortuguese }: ReportHeader,
  line: number,
): string {
  if (day === null && starts !== ends) throw severalDays(network, line);
  const text = day ?? starts ?? '';
  // In English, the month may stand first.
  const date = readDate(text, isPortuguese ? 'day' : null);
  if (typeof date !== 'string' && date.day.startsWith('20')) return date.day;
  if (/^\S{6,20} (?:-|–|a|to) \S{6,20}$/.test(text)) throw severalDays(network, line);
  throw new FileRefusal(`“${shorten(text)}” não é um dia como 2026-03-01. ${EXPORT_AGAIN}`, line);
}

function finish({ line, amount, counts: _, ...row }: ReadRow, decimal: DecimalSeparator): SpendRow {
  const spendCents = toCents(amount, decimal);
  if (spendCents === null || spendCents > MAX_CENTS) {
    throw new FileRefusal(`“${shorten(amount)}” não é um gasto possível. ${EXPORT_AGAIN}`, line);
  }
  const readCount = (text: string | null) =>
    text === null || detectCountSeparator(text) === 'invalid' ? null : toCount(text);
  const { impressions, clicks } = row;
  return { ...row, spendCents, impressions: readCount(impressions), clicks: readCount(clicks) };
}
