import type { AdIdentity, AdNetwork } from '@funil/contract/ad-spend';
import {
  type DecimalSeparator,
  detectAmountSeparator,
  detectCountSeparator,
  type ImpliedSeparator,
  toCents,
  toCount,
} from './amounts.ts';
import { CsvReader, type CsvRow, decodeFile, EXPORT_AGAIN, FileRefusal } from './read-csv.ts';
import { findHeader, type ReportHeader, severalDays } from './report-columns.ts';

/** What an ad, ad set or campaign cost on one day. */
export interface SpendRow extends AdIdentity {
  /** The ad account's id; null: unknown. */
  readonly account: string | null;
  /** `YYYY-MM-DD`, in the ad account's time zone. */
  readonly day: string;
  /** Three letters. */
  readonly currency: string;
  /** Without taxes. */
  readonly spendCents: number;
  /** Null: unknown. */
  readonly impressions: number | null;
  readonly clicks: number | null;
}

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

/** Number of characters in which the header is searched for. */
const HEAD_LENGTH = 65_536;
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
  const texts = decodeFile(bytes);
  let head = '';
  while (head.length < HEAD_LENGTH) {
    const { done, value } = await texts.next();
    if (done) break;
    head += value;
  }
  const header = findHeader(head, wanted);
  const skipped: SkippedRows = { totals: 0, withoutSpend: 0 };
  const rows = readRows(splitRows(head, texts, header), header, skipped);
  return { network: header.network, rows, skipped };
}

/** Yields the rows after the header. */
async function* splitRows(head: string, texts: AsyncIterable<string>, header: ReportHeader) {
  const reader = new CsvReader(header.separator);
  const isData = ({ line, cells }: CsvRow) => line > header.line && cells.some(Boolean);
  yield reader.read(head).filter(isData);
  for await (const text of texts) yield reader.read(text).filter(isData);
  yield reader.end().filter(isData);
}

async function* readRows(
  batches: AsyncIterable<CsvRow[]>,
  header: ReportHeader,
  skipped: SkippedRows,
): AsyncGenerator<readonly SpendRow[]> {
  const separator = new SeparatorDetector();
  const waiting: ReadRow[] = [];
  const toRows = (rows: ReadRow[], decimal: DecimalSeparator) =>
    rows.map((row) => finish(row, decimal));
  for await (const batch of batches) {
    const clear: ReadRow[] = [];
    for (const csvRow of batch) {
      const row = readRow(csvRow, header, skipped);
      if (row === null) continue;
      if (separator.add(row) === 'unclear' && separator.found === null) waiting.push(row);
      else clear.push(row);
    }
    if (waiting.length > MAX_UNCLEAR_ROWS) throw separator.refuse(waiting);
    // Until a separator is found, all clear rows are the same with both.
    if (separator.found !== null) yield toRows(waiting.splice(0), separator.found);
    yield toRows(clear, separator.found ?? '.');
  }
  if (waiting.length > 0) throw separator.refuse(waiting);
}

/** Detects the decimal separator of a file from its numbers. */
class SeparatorDetector {
  found: DecimalSeparator | null = null;
  #line = 0;

  /** Returns what the row's amount implies. @throws FileRefusal if a row contradicts an earlier one */
  add({ line, amount, counts }: ReadRow): ImpliedSeparator {
    const ofAmount = detectAmountSeparator(amount);
    if (ofAmount === 'invalid') {
      throw new FileRefusal(`“${shorten(amount)}” não é um valor gasto. ${EXPORT_AGAIN}`, line);
    }
    for (const implied of [ofAmount, ...counts.map(detectCountSeparator)]) {
      if (implied !== '.' && implied !== ',') continue;
      this.found ??= implied;
      this.#line ||= line;
      if (this.found !== implied) {
        throw new FileRefusal(
          `os números têm vírgula e ponto trocados em relação à linha ${this.#line}, e o gasto ficaria errado. ${EXPORT_AGAIN}`,
          line,
        );
      }
    }
    return ofAmount;
  }

  /** Returns the refusal of a file whose numbers imply no separator. */
  refuse([first]: readonly ReadRow[]): FileRefusal {
    return new FileRefusal(
      `“${first?.amount}” pode ser mil e tantos ou um e uma fração, e nenhum outro número do arquivo decide. Inclua a coluna Impressões, ou exporte um período maior.`,
      first?.line ?? null,
    );
  }
}

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
  if (cells.length !== header.width) {
    throw new FileRefusal(
      `tem ${cells.length} células, e o cabeçalho, ${header.width}: um valor pode estar na coluna de outro. ${EXPORT_AGAIN}`,
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
  const [, date, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  // In English, the month may stand first.
  const iso = date !== undefined && isPortuguese ? `${year}-${month}-${date}` : text;
  const isDay = /^20\d\d-\d\d-\d\d$/.test(iso) && !Number.isNaN(Date.parse(iso));
  // `Date.parse` reads 31 February as 3 March.
  if (isDay && new Date(iso).toISOString().startsWith(iso)) return iso;
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

/** Returns a cell's first 40 characters. */
const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
