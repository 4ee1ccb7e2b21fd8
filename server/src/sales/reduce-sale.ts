import { DAY_MS } from '@funil/contract/durations';
import type { PlatformAccountRole } from '@funil/contract/sales/platforms';
import type { SaleState } from '@funil/contract/sales/sale-record';
import type { MatchColumns, SaleRow } from '../store/sales-tables.ts';
import { type ChargeSplit, NO_SPLIT, type Notice, type NoticeKind } from './notices/notice.ts';
import {
  earliestTime,
  keepBestSource,
  lastMoneyTime,
  lastWrittenAt,
  latestTime,
  noticesOfKind,
  type SourcedNotice,
  sortByReliability,
  sourceOf,
} from './notices/order-notices.ts';
import {
  findStandingChargebacks,
  listChargebacks,
  listRefunds,
  listUnstatedRefunds,
  type PartialRefund,
  type ReturnTotals,
  sumReturns,
} from './sum-returns.ts';

type ReducedColumns = Omit<SaleRow, 'platform' | keyof MatchColumns | 'updated_at'>;

export interface ReducedSale {
  readonly row: ReducedColumns;
  /** Values of all notices, the most reliable first. */
  readonly contacts: {
    readonly references: readonly string[];
    readonly phones: readonly string[];
    readonly emails: readonly string[];
  };
  /** Whether refunds have returned the full value; chargebacks do not count. */
  readonly isRefunded: boolean;
  /** Partial refunds before the return that completed the value, the earliest first. */
  readonly partialRefunds: readonly PartialRefund[];
}

/**
 * Computes a sale from its notices, which may be repeated. Null: no notice belongs to a sale.
 * 1. `refunded` and `chargeback` come before `paid`. Of the two, the one that happened later counts; of the same time,
 * `chargeback`. A payment after all chargebacks, but not in a file, cancels them, because the seller won the dispute.
 * An old payment's notice that is sent again does not, and no notice cancels a refund. Partial refunds add up, and the
 * sale stays `paid` until they reach its value.
 * 2. `paid` comes before all other states, because a boleto may be paid late, or a card accepted at the second attempt.
 * 3. Of `canceled` and `pending`, the one written later counts; of the same time, `canceled`. A pending sale that has
 * expired is canceled, too.
 * 4. `abandoned` if there is nothing else.
 * For each kind, times and refunds come from the best source that has the kind: notices, then the platform's API, then
 * files. Value, product and buyer come from the first notice of {@link sortByReliability} that has them. A state's time
 * is the earliest in its notices. A return of money shows that the sale was paid, even if the notice of the payment was
 * lost. Test notices count only if the sale has no others.
 * @param allNotices in any order; reports of APIs and files in the order in which they were stored
 * @param at ISO time in UTC; null: nothing expires
 */
export function reduceSale(
  allNotices: readonly SourcedNotice[],
  at: string | null = null,
  { role = null, refundCents = null }: OperatorStatements = {},
): ReducedSale | null {
  const isTest = allNotices.every((notice) => notice.kind === 'other' || notice.isTest);
  const countedNotices = sortByReliability(allNotices.filter((notice) => notice.isTest === isTest));
  const notices = countedNotices.filter((notice) => notice.kind !== 'other');
  const [best] = notices;
  if (!best?.saleKey) return null;
  const statesPrice = (notice: Notice) => notice.valueCents !== null || notice.currency !== 'BRL';
  const { valueCents, currency } = notices.find(statesPrice) ?? best;
  const split = splitOf(countedNotices, valueCents, role);
  const contacts = contactsOf(notices);
  const refunds = [...listRefunds(notices), ...listUnstatedRefunds(notices, refundCents)];
  const refundTotals = sumReturns(refunds, valueCents);
  const returnTotals = sumReturns([...refunds, ...listChargebacks(notices)], valueCents);
  const state = stateOf(notices, refundTotals);
  const expiry = state === 'pending' ? expiryOf(notices) : null;
  const isExpired = expiry !== null && at !== null && expiry <= at;
  const row: ReducedColumns = {
    ...statedColumnsOf(notices, best.saleKey),
    state: isExpired ? 'canceled' : state,
    value_cents: valueCents,
    net_cents: split.netCents,
    fee_cents: split.feeCents,
    commission_cents: split.commissionCents,
    currency,
    buyer_email: contacts.emails[0] ?? null,
    buyer_phone: contacts.phones[0] ?? null,
    ...timesOf(notices, isExpired ? expiry : null),
    // A partial refund of an unknown amount is part of a full return that follows, not another.
    refunded_at: refundTotals.isFull
      ? refundTotals.lastAt
      : (returnTotals.partialRefunds.at(-1)?.at ?? null),
    is_test: isTest,
    refunded_cents: returnTotals.cents,
    expires_at: isExpired ? null : expiry,
    ...paymentCodeOf(notices, state, at),
    source: sourceOf(best),
  };
  return {
    row,
    contacts,
    isRefunded: refundTotals.isFull,
    partialRefunds: returnTotals.partialRefunds,
  };
}

interface OperatorStatements {
  readonly role?: PlatformAccountRole | null | undefined;
  readonly refundCents?: number | null | undefined;
}

type KnownSplit = Omit<ChargeSplit, 'coproduction'>;

/**
 * Returns the split of the first notice that states the net, else of the first that states any amount. A split above
 * the sale's value is ignored, because its amounts have another unit or belong to another sale.
 */
function splitOf(
  notices: readonly SourcedNotice[],
  valueCents: number | null,
  role: PlatformAccountRole | null,
): KnownSplit {
  const maxCents = valueCents ?? Number.POSITIVE_INFINITY;
  const splits = notices
    .map(({ split }) => resolveCoproduction(split, role))
    .filter((split) => Object.values(split).every((cents) => (cents ?? 0) <= maxCents));
  const isStated = (split: KnownSplit) => Object.values(split).some((cents) => cents !== null);
  return splits.find(({ netCents }) => netCents !== null) ?? splits.find(isStated) ?? NO_SPLIT;
}

function resolveCoproduction(
  { coproduction, ...split }: ChargeSplit,
  role: PlatformAccountRole | null,
): KnownSplit {
  if (!coproduction || role === null) return split;
  const { producerCents, coproducerCents, totalCents } = coproduction;
  const netCents = role === 'producer' ? producerCents : coproducerCents;
  const isStated = netCents !== null && totalCents !== null;
  return { ...split, netCents, commissionCents: isStated ? totalCents - netCents : null };
}

const contactsOf = (notices: readonly SourcedNotice[]): ReducedSale['contacts'] => ({
  references: [...new Set(notices.flatMap(({ tracking }) => tracking.ref ?? []))],
  phones: [...new Set(notices.flatMap(({ buyer }) => buyer.phones))],
  emails: [...new Set(notices.flatMap(({ buyer }) => buyer.email ?? []))],
});

function stateOf(notices: readonly SourcedNotice[], refundTotals: ReturnTotals): SaleState {
  const refundedAt = refundTotals.isFull ? lastMoneyTime(noticesOfKind(notices, 'refunded')) : null;
  const chargebackAt = lastMoneyTime(findStandingChargebacks(notices));
  if (refundedAt !== null && refundedAt > (chargebackAt ?? '')) return 'refunded';
  if (chargebackAt !== null) return 'chargeback';
  if (noticesOfKind(notices, 'paid').length > 0 || refundTotals.lastAt !== null) return 'paid';
  const canceledAt = lastWrittenAt(noticesOfKind(notices, 'canceled'));
  const pendingAt = lastWrittenAt(noticesOfKind(notices, 'pending'));
  if (canceledAt !== null && canceledAt >= (pendingAt ?? '')) return 'canceled';
  return pendingAt === null ? 'abandoned' : 'pending';
}

/** A Pix or boleto without an expiry counts as expired this long after its last notice. */
const MAX_PENDING_MS = 30 * DAY_MS;

const expiryOf = (notices: readonly SourcedNotice[]): string | null =>
  latestTime(
    noticesOfKind(notices, 'pending').flatMap(({ expiresAt, method, writtenAt }) => {
      if (expiresAt !== null) return expiresAt;
      if (method !== 'pix' && method !== 'boleto') return [];
      return new Date(Date.parse(writtenAt) + MAX_PENDING_MS).toISOString();
    }),
  );

const firstStated = <Value>(
  notices: readonly SourcedNotice[],
  read: (notice: Notice) => Value | null,
): Value | null => notices.map(read).find((value) => value !== null) ?? null;

function statedColumnsOf(notices: readonly SourcedNotice[], saleKey: string) {
  const productOf = ({ product }: Notice) =>
    (product.id ?? product.name) === null ? null : product;
  const product = firstStated(notices, productOf);
  // A notice may have an id for the seller that differs from the key.
  const ownTransactionOf = (notice: Notice) =>
    notice.transaction === notice.saleKey ? null : notice.transaction;
  return {
    sale_key: saleKey,
    transaction: firstStated(notices, ownTransactionOf) ?? saleKey,
    method: firstStated(notices, ({ method }) => method),
    product_id: product?.id ?? null,
    product_name: product?.name ?? null,
    buyer_name: firstStated(notices, ({ buyer }) => buyer.name),
    subscription: firstStated(notices, ({ subscription }) => subscription),
    charge_number: firstStated(notices, ({ chargeNumber }) => chargeNumber),
    order_id: firstStated(notices, ({ orderId }) => orderId) ?? saleKey,
    installments: firstStated(notices, ({ installments }) => installments),
  };
}

function timesOf(notices: readonly SourcedNotice[], expiredAt: string | null) {
  const firstTime = (group: readonly SourcedNotice[]) =>
    earliestTime(group.map(({ occurredAt }) => occurredAt));
  const firstTimeOf = (kind: NoticeKind) => firstTime(noticesOfKind(notices, kind));
  const chargebacks = findStandingChargebacks(notices);
  const refunds = [
    ...noticesOfKind(notices, 'refunded'),
    ...noticesOfKind(notices, 'partial_refund'),
  ];
  const returns = [...refunds, ...chargebacks];
  return {
    begun_at:
      earliestTime(
        keepBestSource(notices).flatMap(({ occurredAt, paidAt }) => [
          occurredAt,
          paidAt ?? occurredAt,
        ]),
      ) ?? '',
    pending_at: firstTimeOf('pending'),
    paid_at:
      firstTimeOf('paid') ??
      earliestTime(returns.map(({ paidAt, occurredAt }) => paidAt ?? occurredAt)),
    chargeback_at: firstTime(chargebacks),
    canceled_at: earliestTime([firstTimeOf('canceled'), expiredAt].filter((time) => time !== null)),
    abandoned_at: firstTimeOf('abandoned'),
  };
}

/** A payment code without an expiry is shown this long after its notice was written. */
const UNDATED_CODE_MS = DAY_MS;
const NO_PAYMENT_CODE = { payment_code: null, payment_code_until: null };

function paymentCodeOf(notices: readonly SourcedNotice[], state: SaleState, at: string | null) {
  const unpaid = state === 'pending' || state === 'abandoned' ? noticesOfKind(notices, state) : [];
  const notice = unpaid.find(({ paymentCode }) => paymentCode !== null);
  if (!notice) return NO_PAYMENT_CODE;
  const { paymentCode, expiresAt, writtenAt } = notice;
  const until = expiresAt ?? new Date(Date.parse(writtenAt) + UNDATED_CODE_MS).toISOString();
  const isExpired = at !== null && until <= at;
  return isExpired ? NO_PAYMENT_CODE : { payment_code: paymentCode, payment_code_until: until };
}
