import { MAX_UTM_LENGTH, UTM_FIELDS, type Utms } from '@funil/contract/capture/utm';
import { UNNAMED_LEAD } from '@funil/contract/contacts/first-name';
import { LEAD_RULES, type OptionalLeadField } from '@funil/contract/contacts/lead-rules';
import { phoneKey } from '@funil/contract/contacts/person';
import { sanitizeText } from '@funil/contract/sanitize';
import { OPTIONAL_LEAD_FIELDS } from '../contacts/leads.ts';
import { findCurrencySign } from '../csv/amounts.ts';
import { shortenCell } from '../csv/read-csv.ts';
import type { NoticeKind, SaleReport } from '../sales/notices/notice.ts';
import { findTool } from './file-layout.ts';
import type { FileRow } from './file-rows.ts';
import type { ImportFile } from './open-file.ts';
import {
  type DateFormat,
  explainLostPhone,
  RowRefusal,
  readEmail,
  readPhones,
  readTime,
} from './read-cells.ts';
import { readSale } from './read-sale.ts';

export interface ImportedLead extends Utms, Readonly<Record<OptionalLeadField, string | null>> {
  readonly nome: string;
  readonly telefone: string;
  readonly phoneKey: string;
  readonly createdAt: string;
}

/** A `loss` says in Portuguese which cell a sale is imported without. */
export type ImportRow = { readonly line: number } & (
  | { readonly type: 'sale'; readonly report: SaleReport; readonly loss: string | null }
  | { readonly type: 'lead'; readonly lead: ImportedLead }
  | { readonly type: 'repeat' }
  | { readonly type: 'refused'; readonly reason: string }
);

export interface ReadOptions {
  readonly platform: string | null;
  readonly now: number;
}

/** @throws FileRefusal */
export async function* readImportRows(
  file: ImportFile,
  options: ReadOptions,
): AsyncGenerator<readonly ImportRow[]> {
  const createReader = file.kind === 'leads' ? createLeadReader : createSaleReader;
  const readRow = createReader(file, options);
  for await (const rows of file.rows()) yield rows.map((row) => readOrRefuse(row, readRow));
}

/** @param readRow may throw a RowRefusal */
function readOrRefuse(row: FileRow, readRow: (row: FileRow) => ImportRow): ImportRow {
  try {
    if (row.isRagged) throw new RowRefusal('Número de células diferente do cabeçalho');
    return readRow(row);
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error;
    return { line: row.line, type: 'refused', reason: error.message };
  }
}

function createLeadReader({ dateOrder }: ImportFile, { now }: ReadOptions) {
  // A lead without a time of day gets the day's first second, so that it is earlier than all sales of its day.
  const dates = { order: dateOrder, defaultTime: '00:00:00', now };
  const phoneKeys = new Set<string>();
  return (row: FileRow): ImportRow => {
    const { line } = row;
    const lead = readLead(row, dates);
    if (phoneKeys.has(lead.phoneKey)) return { line, type: 'repeat' };
    phoneKeys.add(lead.phoneKey);
    return { line, type: 'lead', lead };
  };
}

function createSaleReader(
  { kind, decimal, dateOrder, layout: { titleRow, columns } }: ImportFile,
  { platform, now }: ReadOptions,
) {
  const format = {
    platform: kind === 'vendas' ? platform : kind,
    decimal,
    dates: { order: dateOrder, defaultTime: '23:59:59', now },
    currency: findCurrencySign(titleRow.cells[columns.price ?? -1] ?? '') ?? 'BRL',
    tool: findTool(titleRow),
    statusTitle: titleRow.cells[columns.status ?? -1] ?? null,
  };
  const sales = createSaleComparison();
  let lastOrderNumber = '';
  return (row: FileRow): ImportRow => {
    const { line } = row;
    // Shops list each further item of an order in a row without state and amount. In Shopify's, only the order's number
    // in the first cell repeats.
    const isFurtherItem = row.read('price') === '' && row.read('status') === '';
    const [orderNumber = ''] = row.cells;
    const isOfOrder = orderNumber !== '' && orderNumber === lastOrderNumber;
    lastOrderNumber = orderNumber;
    if (isFurtherItem && (isOfOrder || sales.has(row.read('transaction')))) {
      return { line, type: 'repeat' };
    }
    const report = readSale(row, format);
    if (sales.isRepeat(report.notice)) return { line, type: 'repeat' };
    return { line, type: 'sale', report, loss: explainLostPhone(row) };
  };
}

interface EarlierRows {
  /** The buyer's e-mail, phone and name; '' for a missing one. */
  readonly person: readonly string[];
  /** The sale's value and charge number, to compare rows by. */
  readonly charge: string;
  /** Times by state, because an automation's list has a row for each state of a sale. */
  readonly times: { readonly [Kind in NoticeKind]?: string };
}

function createSaleComparison() {
  const earlierRowsByKey = new Map<string, EarlierRows>();
  return {
    has: (saleKey: string) => earlierRowsByKey.has(saleKey),
    /** @throws RowRefusal if an earlier row contradicts the notice */
    isRepeat(notice: SaleReport['notice']): boolean {
      const { kind, occurredAt, buyer } = notice;
      const saleKey = notice.saleKey ?? '';
      const person = [buyer.email, buyer.phones[0], buyer.name].map((value) =>
        (value ?? '').toLowerCase().replace(/\s+/g, ' '),
      );
      const charge = `${notice.valueCents} ${notice.chargeNumber}`;
      const earlier = earlierRowsByKey.get(saleKey) ?? { person, charge, times: {} };
      const isSameSale = isSameBuyer(person, earlier.person) && earlier.charge === charge;
      // Eduzz repeats an invoice for each item.
      if (isSameSale && earlier.times[kind] === occurredAt) return true;
      if (!isSameSale || earlier.times[kind] !== undefined) {
        throw new RowRefusal(
          'A mesma venda já está em outra linha, com outro comprador, valor ou data',
        );
      }
      earlierRowsByKey.set(saleKey, {
        ...earlier,
        times: { ...earlier.times, [kind]: occurredAt },
      });
      return false;
    },
  };
}

/** Compares two buyers by the first of e-mail, phone and name that both rows have. */
function isSameBuyer(buyer: readonly string[], other: readonly string[]): boolean {
  const index = buyer.findIndex((value, field) => value && other[field]);
  return buyer[index] === other[index];
}

const APPLICATION_KEY_START = /^application:[\da-f]{8}-/;

/**
 * Without a date, a lead counts as created now.
 * @throws RowRefusal
 */
function readLead(row: FileRow, dates: DateFormat): ImportedLead {
  // The console's files of leads and of applications have the same titles.
  if (row.cells.some((cell) => APPLICATION_KEY_START.test(cell))) {
    throw new RowRefusal('Aplicação de um arquivo do Funil: só leads são importados');
  }
  const [telefone = ''] = readPhones(row);
  if (telefone === '') {
    throw new RowRefusal(explainLostPhone(row) ?? 'Sem telefone');
  }
  const key = phoneKey(telefone);
  if (key === null || !LEAD_RULES.telefone.isValid(telefone)) {
    throw new RowRefusal(`“${shortenCell(telefone)}” não é um telefone com DDD`);
  }
  // WhatsApp writes `~` before the name that a person chose.
  const name = row.read('name').replace(/^~\s*/, '');
  const nome = sanitizeText(name, LEAD_RULES.nome.maxLength);
  const utms = UTM_FIELDS.map((field) => [field, sanitizeText(row.read(field), MAX_UTM_LENGTH)]);
  return {
    nome: LEAD_RULES.nome.isValid(nome) ? nome : UNNAMED_LEAD,
    telefone,
    ...readOptional(row),
    phoneKey: key,
    createdAt: readTime(row.read('createdAt'), dates) ?? new Date(dates.now).toISOString(),
    ...(Object.fromEntries(utms) as Utms),
  };
}

/** Returns the optional fields; null: empty, or against the field's rule. An imported e-mail needs only an `@`. */
const readOptional = (row: FileRow) =>
  Object.fromEntries(
    OPTIONAL_LEAD_FIELDS.map((field) => {
      const { maxLength, isValid } = LEAD_RULES[field];
      const cell = row.read(field);
      const text = sanitizeText(field === 'email' ? readEmail(cell) : cell, maxLength);
      const isKept = field === 'email' ? text.includes('@') : isValid(text);
      return [field, isKept ? text : null];
    }),
  ) as Record<OptionalLeadField, string | null>;
