import { createHash } from 'node:crypto';
import { emailKey, phoneKey } from '@funil/contract/contacts/person';
import { OTHER_PLATFORM } from '@funil/contract/imports/import-kinds';
import { PLATFORM_NAMES } from '@funil/contract/sales/platforms';
import { MAX_SALE_KEY_LENGTH } from '@funil/contract/sales/sale-subject';
import {
  type DecimalSeparator,
  detectAmountSeparator,
  findCurrencySign,
  isNegative,
  MAX_AMOUNT_CENTS,
  readCurrencyCell,
  toCents,
  withoutSign,
} from '../csv/amounts.ts';
import { normalizeTitle, shortenCell } from '../csv/read-csv.ts';
import {
  type ChargeSplit,
  NO_SPLIT,
  type Notice,
  type SaleReport,
} from '../sales/notices/notice.ts';
import { trackingOf } from '../sales/platforms/tracking.ts';
import { methodOf } from '../sales/platforms/values.ts';
import type { ColumnField } from './column-titles.ts';
import type { FileRow } from './file-rows.ts';
import {
  type DateFormat,
  MAX_TEXT_LENGTH,
  ROUNDED_NUMBER,
  RowRefusal,
  readEmail,
  readPhones,
  readTime,
} from './read-cells.ts';
import {
  type ExportedState,
  isYesOrNo,
  readExportedState,
  readYesOrNoState,
  type SaleTool,
} from './statuses.ts';

interface SaleFormat {
  /** Null: each row may name its own. */
  readonly platform: string | null;
  readonly decimal: DecimalSeparator | null;
  readonly dates: DateFormat;
  /** The currency of prices that name none. */
  readonly currency: string;
  readonly tool: SaleTool | null;
  /** Null: no column of states, so a sale is paid, or returned if it has a date of refund or chargeback. */
  readonly statusTitle: string | null;
}

const HOTMART_CODE = /^HP\d{8,}/;

/** @throws RowRefusal */
export function readSale(row: FileRow, format: SaleFormat): SaleReport {
  const { decimal, dates } = format;
  if (/^afiliad|^affiliate/i.test(row.read('role'))) {
    throw new RowRefusal('Venda feita como afiliado: o produto é de outra pessoa');
  }
  const readAmountIn = (column: ColumnField) => readAmount(row.read(column), decimal);
  const times = readTimes(row, dates);
  const currency = readSaleCurrency(row, format.currency);
  // Interest raises the charged amount above the price; a coupon lowers it.
  const valueCents = smallestAmount([readAmountIn('price'), readAmountIn('charged')]);
  const refundedCents = readAmountIn('refunded') ?? 0;
  const platform = format.platform ?? readRowPlatform(row, format.tool);
  const tool = platform === 'ticto' || platform === 'monetizze' ? platform : format.tool;
  const state = readState(row, { tool, times, statusTitle: format.statusTitle });
  const isPartialRefund = (state === 'paid' || state === 'partial_refund') && refundedCents > 0;
  // In another currency, nothing says how many reais were returned.
  const isUnknownRefund =
    isPartialRefund &&
    currency !== 'BRL' &&
    refundedCents < (valueCents ?? Number.POSITIVE_INFINITY);
  const refundKind = isUnknownRefund ? 'partial_refund' : 'refunded';
  const noticeKind = isPartialRefund ? refundKind : state;
  const isPayment = noticeKind === 'paid' || noticeKind === 'pending';
  if (isPayment) requirePrice(row, valueCents);
  const email = readEmail(readText(row, 'email') ?? '') || null;
  const buyer = { name: readText(row, 'name'), email, phones: readPhones(row) };
  const product = { id: readText(row, 'productId'), name: readText(row, 'product') };
  const saleKey = readSaleKey(row, { buyer, product, valueCents, createdAt: times.createdAt });
  const notice: Notice = {
    noticeId: null,
    kind: noticeKind,
    saleKey,
    transaction: saleKey,
    valueCents: currency === 'BRL' ? valueCents : null,
    currency,
    split: readSplit(row, { currency, readAmountIn, isPaid: noticeKind === 'paid' }),
    installments: readCount(row.read('installments')),
    method: methodOf(row.read('method') || null),
    product,
    buyer,
    tracking: readTracking(row),
    ...timesOfNotice(noticeKind, times, isPayment ? null : dates.now),
    refundedCents: isPartialRefund && currency === 'BRL' ? refundedCents : null,
    expiresAt: null,
    paymentCode: null,
    subscription: readText(row, 'subscription'),
    ...readCharge(row, saleKey),
    isTest: false,
  };
  return { platform, notice };
}

const readText = (row: FileRow, column: ColumnField): string | null =>
  row.read(column).slice(0, MAX_TEXT_LENGTH) || null;

function readCharge(row: FileRow, saleKey: string) {
  // Under “Venda principal”, some files say only whether the sale is one.
  const orderId = isYesOrNo(row.read('orderId')) ? null : readText(row, 'orderId');
  const chargeNumber = readChargeNumber(row);
  // In a renewal's row, `orderId` is the subscription's first charge.
  const isRenewal = chargeNumber !== null && chargeNumber > 1;
  if (isRenewal) return { chargeNumber, alias: orderId, orderId: null };
  return { chargeNumber, alias: null, orderId: orderId === saleKey ? null : orderId };
}

/** Returns the platform that the row names. Under another one, the sale would be stored again beside its notices. */
function readRowPlatform(row: FileRow, tool: SaleTool | null): string {
  const words = normalizeTitle(row.read('platform')).split(/\W+/);
  const isOfHotmart = HOTMART_CODE.test(row.read('transaction'));
  const unnamed = tool === 'ticto' ? tool : isOfHotmart ? 'hotmart' : OTHER_PLATFORM;
  return PLATFORM_NAMES.find((name) => words.includes(name)) ?? unnamed;
}

interface StateHints extends Pick<SaleFormat, 'tool' | 'statusTitle'> {
  readonly times: SaleTimes;
}

function readState(row: FileRow, { tool, statusTitle, times }: StateHints): ExportedState {
  if (statusTitle === null) {
    if (times.chargebackAt !== null) return 'chargeback';
    return times.refundedAt !== null ? 'refunded' : 'paid';
  }
  const word = row.read('status');
  const state = readExportedState(word, tool) ?? readYesOrNoState(word, statusTitle);
  if (state !== null) return state;
  throw new RowRefusal(
    word === '' ? 'Sem situação' : `Situação desconhecida: “${shortenCell(word)}”`,
  );
}

function requirePrice(row: FileRow, valueCents: number | null): void {
  const price = row.read('price');
  if (valueCents === null) throw new RowRefusal('Sem valor');
  if (isNegative(price)) {
    throw new RowRefusal(`“${shortenCell(price)}” é negativo: dinheiro que saiu não é uma venda`);
  }
}

function readAmount(cell: string, decimal: DecimalSeparator | null): number | null {
  const digits = withoutSign(cell);
  // A percentage is no amount: some files write the share of a commission in percent.
  if (digits === '' || digits.endsWith('%')) return null;
  const impliedSeparator = detectAmountSeparator(digits);
  const separator =
    impliedSeparator === '.' || impliedSeparator === ',' ? impliedSeparator : decimal;
  if (impliedSeparator === 'unclear' && separator === null) {
    throw new RowRefusal(
      `“${shortenCell(cell)}” pode ser mil e tantos ou um e uma fração: o arquivo usa vírgula e ponto para os centavos`,
    );
  }
  const cents = impliedSeparator === 'invalid' ? null : toCents(digits, separator ?? '.');
  if (cents === null || cents > MAX_AMOUNT_CENTS) {
    throw new RowRefusal(`“${shortenCell(cell)}” não é um valor em dinheiro`);
  }
  return cents;
}

function smallestAmount(amounts: readonly (number | null)[]): number | null {
  const knownAmounts = amounts.filter((cents) => cents !== null);
  return knownAmounts.length === 0 ? null : Math.min(...knownAmounts);
}

function readSaleCurrency(row: FileRow, defaultCurrency: string): string {
  const cell = row.read('currency');
  const currency =
    cell === '' ? (findCurrencySign(row.read('price')) ?? defaultCurrency) : readCurrencyCell(cell);
  if (currency !== null) return currency;
  throw new RowRefusal(`“${shortenCell(cell)}” não é uma moeda como BRL`);
}

interface SplitFormat {
  readonly currency: string;
  readonly readAmountIn: (column: ColumnField) => number | null;
  readonly isPaid: boolean;
}

/**
 * Returns the split, without the net if it is in another currency. A net of 0 counts only for a paid sale,
 * because platforms also write 0 for a returned or unpaid one.
 */
function readSplit(row: FileRow, { currency, readAmountIn, isPaid }: SplitFormat): ChargeSplit {
  const netCurrency = row.read('netCurrency');
  if (readCurrencyCell(netCurrency || currency) !== 'BRL') return NO_SPLIT;
  const net = isNegative(row.read('net')) ? null : readAmountIn('net');
  const netCents = !isPaid && net === 0 ? null : net;
  if (currency !== 'BRL') return { ...NO_SPLIT, netCents };
  const [affiliate, coproducerCents] = [readAmountIn('affiliate'), readAmountIn('coproducer')];
  const sumKnown = (cents: readonly (number | null)[]) => {
    const statedCents = cents.filter((amountCents) => amountCents !== null);
    return statedCents.length === 0
      ? null
      : statedCents.reduce((sum, amountCents) => sum + amountCents, 0);
  };
  const feeCents = readAmountIn('fee');
  const role = row.read('role');
  // `net` is the producer's share; in a coproducer's file, the seller's net is in `coproducer`.
  const isProducer = /^produ(?:c?tor|cer)/i.test(role);
  const isNetOfSeller = coproducerCents === null || coproducerCents === 0 || isProducer;
  if (isNetOfSeller) {
    return { netCents, feeCents, commissionCents: sumKnown([affiliate, coproducerCents]) };
  }
  if (/^co-?produ/i.test(role)) {
    return {
      netCents: coproducerCents,
      feeCents,
      commissionCents: sumKnown([affiliate, netCents]),
    };
  }
  const totalCents = sumKnown([affiliate, coproducerCents, netCents]);
  const coproduction = { producerCents: netCents, coproducerCents, totalCents };
  return { ...NO_SPLIT, feeCents, coproduction };
}

interface SaleTimes {
  readonly createdAt: string;
  readonly paidAt: string | null;
  readonly refundedAt: string | null;
  readonly chargebackAt: string | null;
}

/**
 * Returns ISO times in UTC. Without a creation time, `createdAt` is `paidAt`.
 * @throws RowRefusal
 */
function readTimes(row: FileRow, dates: DateFormat): SaleTimes {
  const [created, paidAt = null, refundedAt = null, chargebackAt = null] = (
    ['createdAt', 'paidAt', 'refundedAt', 'chargebackAt'] as const
  ).map((column) => readTime(row.read(column), dates));
  const createdAt = created ?? paidAt;
  if (createdAt === null) throw new RowRefusal('Sem data');
  return { createdAt, paidAt, refundedAt, chargebackAt };
}

/** @param importedAt ms; null for a payment, whose notice was written at its time */
function timesOfNotice(
  kind: ExportedState,
  { createdAt, refundedAt, chargebackAt, ...times }: SaleTimes,
  importedAt: number | null,
) {
  const isReturn = kind === 'refunded' || kind === 'partial_refund' || kind === 'chargeback';
  const paymentAt = times.paidAt ?? createdAt;
  const paidAt = kind === 'paid' || isReturn ? paymentAt : null;
  const returnedAt =
    (kind === 'chargeback' ? chargebackAt : null) ?? refundedAt ?? (isReturn ? chargebackAt : null);
  // A chargeback or cancelation without a time follows notices that were written after the payment.
  const writtenAt = importedAt === null ? paymentAt : new Date(importedAt).toISOString();
  return {
    occurredAt: (isReturn ? returnedAt : null) ?? paidAt ?? createdAt,
    writtenAt: returnedAt ?? writtenAt,
    paidAt,
  };
}

/** Returns the charge's number, which Hotmart writes as `2a cobrança` or in a column; null: none is stated. */
function readChargeNumber(row: FileRow): number | null {
  const [, number = ''] = /^(\d+) ?[aªº°]? cobran/i.exec(row.read('chargeType')) ?? [];
  // “12 meses” and “12x” are the length of a plan, and a longer number is a code.
  const [stated = ''] = /^\d{1,3}(?:[.,]0+)?$/.exec(row.read('chargeNumber')) ?? [];
  return readCount(stated) ?? readCount(number);
}

function readCount(cell: string): number | null {
  const [digits] = /^\d{1,4}(?=$|\s|x|[.,]0)/i.exec(cell) ?? [];
  const count = digits === undefined ? 0 : Number(digits);
  return count > 0 ? count : null;
}

const readTracking = (row: FileRow) =>
  trackingOf({
    sck: row.read('sck'),
    src: row.read('src'),
    source: row.read('utm_source'),
    medium: row.read('utm_medium'),
    campaign: row.read('utm_campaign'),
    content: row.read('utm_content'),
    term: row.read('utm_term'),
  });

interface KeyParts extends Pick<Notice, 'buyer' | 'product' | 'valueCents'> {
  readonly createdAt: string;
}

/**
 * Returns the code or, without one, a hash by which a later import recognizes the sale.
 * @throws RowRefusal
 */
function readSaleKey(row: FileRow, { buyer, product, valueCents, createdAt }: KeyParts): string {
  const code = row.read('transaction');
  if (code.length > MAX_SALE_KEY_LENGTH || ROUNDED_NUMBER.test(code)) {
    throw new RowRefusal(`“${shortenCell(code)}” não é um código de venda`);
  }
  if (code !== '') return code;
  const person = [
    buyer.email && emailKey(buyer.email),
    phoneKey(buyer.phones[0] ?? ''),
    buyer.name,
  ];
  if (person.every((part) => !part)) throw new RowRefusal('Sem código, e sem nada de quem comprou');
  const identity = [createdAt, valueCents, product.name, ...person].join('\n');
  return `arquivo-${createHash('sha256').update(identity).digest('hex').slice(0, 20)}`;
}
