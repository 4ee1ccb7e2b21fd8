import type { AdNetwork } from '@funil/contract/ads/ad-spend';
import { isSpendKind } from '@funil/contract/imports/import-kinds';
import { MAX_AD_NAME_LENGTH, type SpendRow } from '../ads/spend-lines.ts';
import {
  detectAmountSeparator,
  detectCountSeparator,
  findCurrencySign,
  MAX_AMOUNT_CENTS,
  readCurrencyCell,
  toCents,
  toCount,
} from '../csv/amounts.ts';
import { readDate } from '../csv/dates.ts';
import { EXPORT_AGAIN_REMEDY, FileRefusal } from '../csv/file-refusal.ts';
import { shortenCell } from '../csv/read-csv.ts';
import type { ColumnField } from './column-titles.ts';
import { currencyInTitle } from './file-layout.ts';
import type { FileRow } from './file-rows.ts';
import type { ImportFile } from './open-file.ts';
import { createRowChecker, severalDaysRefusal } from './spend-columns.ts';

interface SkippedRows {
  /** The number of rows without a day or without a campaign, which are totals of several days or ads. */
  totalRows: number;
  withoutSpend: number;
}

export interface SpendFile extends ImportFile {
  readonly kind: AdNetwork;
}

export const isSpendFile = (file: ImportFile): file is SpendFile => isSpendKind(file.kind);

/**
 * Yields rows in the file's order.
 * @param skipped complete after the last row
 * @throws FileRefusal of the whole file, because of a row that cannot be read
 */
export async function* readSpendRows(
  file: SpendFile,
  skipped: SkippedRows = { totalRows: 0, withoutSpend: 0 },
): AsyncGenerator<readonly SpendRow[]> {
  let group: Identity | null = null;
  const checkNetwork = createRowChecker(file.kind, file.layout);
  const linesOfRoundedIds = new Map<string, number>();
  let [hasExactId, isRewritten] = [false, false];
  for await (const rows of file.rows()) {
    yield rows.flatMap((row) => {
      checkNetwork(row);
      if (TOTAL_WORD.test(row.read('day'))) group = readIdentity(withoutAll(row), file.kind, group);
      const spendRow = readRow(row, file, group, skipped);
      if (spendRow === null) return [];
      for (const id of [spendRow.campaign_id, spendRow.set_id, spendRow.ad_id]) {
        if (id === null || id.length <= EXCEL_DIGITS) continue;
        if (/[1-9]/.test(id.slice(EXCEL_DIGITS))) hasExactId = true;
        else if (!hasExactId) linesOfRoundedIds.set(id, row.line);
      }
      isRewritten ||= !ISO_DAY.test(row.read('day'));
      return spendRow;
    });
  }
  if (hasExactId || !isRewritten) return;
  const zeros =
    [...linesOfRoundedIds.keys()].join('').length - linesOfRoundedIds.size * EXCEL_DIGITS;
  const [[id, line] = []] = linesOfRoundedIds;
  if (id && line && zeros >= MIN_ROUNDED_ZEROS) throw roundedIdRefusal({ line }, id);
}

/** Excel keeps this many digits of a number, and writes zeros for the others. */
const EXCEL_DIGITS = 15;
/** Fewer zeros at the ends of all ids may be chance. */
const MIN_ROUNDED_ZEROS = 5;
/** The day as Meta writes it; a spreadsheet writes another. All exact ids of an account may end in zeros, too. */
const ISO_DAY = /^\d{4}-/;

/** The word that Meta's report by group has instead of a name in the row of a total. */
const TOTAL_WORD = /^(?:all|todos|todas|tudo)$/i;
/** The text that a row of totals has as the name of a campaign without id. */
const TOTAL_NAME =
  /^(?:(?:grand |sub)?total(?: geral)?|totais|total: (?:accounts?|campaigns?|campanhas?|campañas?|contas?|cuentas?)|(?:resultados? de|results? (?:from|for)) \d+ (?:\S+|ad sets|(?:conjuntos|grupos) de an[uú]ncios))$/i;
const withoutAll = (row: FileRow): FileRow => ({
  ...row,
  read: (column) => row.read(column).replace(TOTAL_WORD, ''),
});

type Identity = Pick<
  SpendRow,
  'network' | 'campaign_id' | 'campaign_name' | 'set_id' | 'set_name' | 'ad_id' | 'ad_name'
>;

/** @param group names of the last total row, which the rows below leave out; null if the report is not by group */
function readRow(
  row: FileRow,
  file: SpendFile,
  group: Identity | null,
  skipped: SkippedRows,
): SpendRow | null {
  const { columns, titleRow } = file.layout;
  const isOfOneDay = columns.day === undefined || !/^(?:total\b|$)/i.test(row.read('day'));
  const isTotal =
    !isOfOneDay || (group !== null && row.cells.some((cell) => TOTAL_WORD.test(cell)));
  const identity = isTotal ? null : readIdentity(row, file.kind, group);
  const campaign = identity?.campaign_id ?? identity?.campaign_name ?? null;
  if (identity === null || campaign === null || TOTAL_NAME.test(campaign)) {
    skipped.totalRows += 1;
    return null;
  }
  if (row.isRagged) {
    throw fileRefusal(
      row,
      `tem ${row.cells.length} células, e o cabeçalho, ${titleRow.cells.length}: um valor pode estar na coluna de outro.`,
    );
  }
  const day = readDay(row, file);
  const amount = row.read('spend');
  if (amount === '') {
    skipped.withoutSpend += 1;
    return null;
  }
  const currency = readSpendCurrency(row, titleRow.cells[columns.spend ?? -1] ?? '');
  if ((findCurrencySign(amount) ?? currency) !== currency) {
    throw fileRefusal(row, `“${shortenCell(amount)}” não é em ${currency}.`);
  }
  return {
    ...identity,
    account: readNumericId(row, 'account'),
    day,
    currency,
    spend_cents: readSpendCents(row, amount, file),
    impressions: readNullableCount(row.read('impressions')),
    clicks: readNullableCount(row.read('clicks')),
  };
}

const fileRefusal = ({ line }: Pick<FileRow, 'line'>, reason: string) =>
  new FileRefusal(`${reason} ${EXPORT_AGAIN_REMEDY}`, line);

/** A report of Meta by group names a campaign and a set only in the row of their total. */
function readIdentity(row: FileRow, network: AdNetwork, group: Identity | null): Identity {
  const campaign = {
    campaign_id: readNumericId(row, 'campaignId'),
    campaign_name: readName(row, 'campaignName'),
  };
  const set = { set_id: readNumericId(row, 'adSetId'), set_name: readName(row, 'adSetName') };
  const ad = { ad_id: readNumericId(row, 'adId'), ad_name: readName(row, 'adName') };
  const ownIdentity = { network, ...campaign, ...set, ...ad };
  if (group === null || !isEmpty(campaign)) return ownIdentity;
  if (!isEmpty(set)) return { ...group, ...set, ...ad };
  return isEmpty(ad) ? group : { ...group, ...ad };
}

const isEmpty = (level: object) => Object.values(level).every((text) => text === null);

function readName(row: FileRow, column: ColumnField): string | null {
  const name = row.read(column);
  if (name.length <= MAX_AD_NAME_LENGTH) return name || null;
  throw fileRefusal(row, `um nome tem mais de ${MAX_AD_NAME_LENGTH} letras.`);
}

/** Google writes accounts as `123-456-7890`, Meta as `act_…`; only the digits count. */
function readNumericId(row: FileRow, column: ColumnField): string | null {
  const text = row.read(column);
  const digits = text.replace(/^act_|(?<=\d)-(?=\d)/g, '');
  if (/^\d{0,30}$/.test(digits)) return digits || null;
  throw /^\d[.,]?\d*E\+?\d+$/i.test(digits)
    ? roundedIdRefusal(row, text)
    : fileRefusal(row, `“${shortenCell(text)}” não é uma identificação.`);
}

const roundedIdRefusal = (row: Pick<FileRow, 'line'>, id: string) =>
  fileRefusal(row, `o Excel arredondou a identificação “${shortenCell(id)}”.`);

function readDay(row: FileRow, { kind, dateOrder }: SpendFile): string {
  const [day, starts] = [row.read('day'), row.read('starts')];
  if (day === '' && starts !== row.read('ends')) throw severalDaysRefusal(kind, row.line);
  const dayText = day || starts;
  const date = readDate(dayText, dateOrder);
  if (typeof date !== 'string' && date.day.startsWith('20')) return date.day;
  if (/^\S{6,20} (?:-|–|a|to) \S{6,20}$/.test(dayText)) throw severalDaysRefusal(kind, row.line);
  throw fileRefusal(row, `“${shortenCell(dayText)}” não é um dia como 2026-03-01.`);
}

/**
 * Meta writes the currency in the title of the column of spend.
 * @throws FileRefusal
 */
function readSpendCurrency(row: FileRow, spendTitle: string): string {
  const cell = row.read('currency');
  const currency = currencyInTitle(spendTitle) ?? readCurrencyCell(cell);
  if (currency !== null) return currency;
  throw fileRefusal(row, `“${shortenCell(cell)}” não é uma moeda como BRL.`);
}

function readSpendCents(row: FileRow, amount: string, { decimal }: SpendFile): number {
  if (detectAmountSeparator(amount) === 'invalid') {
    throw fileRefusal(row, `“${shortenCell(amount)}” não é um valor gasto.`);
  }
  const cents = toCents(amount, decimal ?? '.');
  if (cents !== null && cents <= MAX_AMOUNT_CENTS) return cents;
  throw fileRefusal(row, `“${shortenCell(amount)}” não é um gasto possível.`);
}

const readNullableCount = (text: string): number | null =>
  detectCountSeparator(text) === 'invalid' ? null : toCount(text);
