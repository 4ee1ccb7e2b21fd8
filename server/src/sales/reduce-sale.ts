import { DAY_MS } from '@funil/contract/durations';
import type { AccountRole } from '@funil/contract/sales/platforms';
import type { SaleState } from '@funil/contract/sales/sale';
import type { MatchColumns, SaleRow } from '../store/sales-tables.ts';
import { NO_SPLIT, type Notice, type NoticeKind, type Split } from './notice.ts';
import {
  earliest,
  lastWrittenAt,
  latest,
  ofBestSource,
  ofKind,
  type SourcedNotice,
  sortByReliability,
  sourceOf,
} from './order-notices.ts';
import {
  listChargebacks,
  listRefunds,
  listUnstatedRefunds,
  type PartialRefund,
  type ReturnTotals,
  standingChargebacks,
  sumReturns,
} from './sum-returns.ts';

/** The columns of a sale's row that follow from its notices. */
type ReducedColumns = Omit<SaleRow, 'platform' | keyof MatchColumns | 'updated_at'>;

/** A sale computed from all its notices. */
export interface ReducedSale {
  readonly row: ReducedColumns;
  /** The contacts in any notice, the most reliable first. */
  readonly contacts: {
    readonly references: readonly string[];
    readonly phones: readonly string[];
    readonly emails: readonly string[];
  };
  /** Whether refunds, without chargebacks, have returned the full value. */
  readonly isRefunded: boolean;
  /** The returns before the one that completed the value, the earliest first. */
  readonly partialRefunds: readonly PartialRefund[];
}

/**
 * Computes a sale from its notices, in any order and with repeats:
 *
 * 1. `refunded` and `chargeback` take precedence over `paid`; of the two, the one written later, or `chargeback` if
 *    both have the same time. A payment written after all chargebacks cancels them (the seller won); nothing cancels a
 *    refund. Partial refunds add up, each counted once: the sale stays `paid` until they reach its value.
 * 2. `paid` takes precedence over the rest: a boleto may be paid late, a card accepted at the second attempt.
 * 3. Of `canceled` and `pending`, the one written later, or `canceled` if both have the same time. A pending sale is
 *    also canceled once it has expired: at its notices' time, or, for a Pix or boleto, 30 days after its last notice.
 * 4. `abandoned` if there is nothing else.
 *
 * A notice takes precedence over the platform's API, and the API over a file: for each kind, times and refunds come
 * from the best source that has it, and values come from a source only if no better one states a charge. Of several
 * reports of an API or of files, the newest takes precedence.
 *
 * A state's time is the earliest in its notices. Returned money had been paid: if the payment's notice was lost, the
 * payment's time is that in another notice, else the time of the return. Value, product and buyer come from the most
 * reliable notice that has them, the newest of equals. A code to pay with is kept only until it expires. Notices of
 * tests count only if there are no others. Returns null if no notice belongs to a sale.
 * @param allNotices in any order; reports of APIs and files in the order in which they were stored
 * @param now ISO time in UTC; left out, nothing expires
 * @param decisions operators' statements about the account and the sale
 */
export function reduceSale(
  allNotices: readonly SourcedNotice[],
  now = '',
  { account = null, refundCents = null }: Decisions = {},
): ReducedSale | null {
  const isTest = allNotices.every((notice) => notice.kind === 'other' || notice.isTest);
  const counted = sortByReliability(allNotices.filter((notice) => notice.isTest === isTest));
  const notices = counted.filter((notice) => notice.kind !== 'other');
  const [best] = notices;
  if (!best?.saleKey) return null;
  const { valueCents, currency } = notices.find((notice) => notice.valueCents !== null) ?? best;
  const split = splitOf(counted, valueCents, account);
  const { product } = notices.find(({ product: { id, name } }) => id ?? name) ?? best;
  const contacts = contactsOf(notices);
  const refunds = [...listRefunds(notices), ...listUnstatedRefunds(notices, refundCents)];
  const byRefund = sumReturns(refunds, valueCents);
  const returned = sumReturns([...refunds, ...listChargebacks(notices)], valueCents);
  const state = stateOf(notices, byRefund);
  const expiry = state === 'pending' ? expiryOf(notices) : null;
  const isExpired = expiry !== null && expiry <= now;
  const row: ReducedColumns = {
    sale_key: best.saleKey,
    // The platform's own transaction, if a notice has more than the key.
    transaction:
      firstOf(notices, ({ transaction, saleKey }) =>
        transaction === saleKey ? null : transaction,
      ) ?? best.saleKey,
    state: isExpired ? 'canceled' : state,
    value_cents: valueCents,
    net_cents: split.netCents,
    fee_cents: split.feeCents,
    commission_cents: split.commissionCents,
    currency,
    method: firstOf(notices, ({ method }) => method),
    product_id: product.id,
    product_name: product.name,
    buyer_name: firstOf(notices, ({ buyer }) => buyer.name),
    buyer_email: contacts.emails[0] ?? null,
    buyer_phone: contacts.phones[0] ?? null,
    ...timesOf(notices, isExpired ? expiry : null),
    // A partial refund of an unknown amount is part of a full return that follows, and is no return of its own.
    refunded_at: byRefund.isFull ? byRefund.lastAt : (returned.partialRefunds.at(-1)?.at ?? null),
    is_test: isTest,
    refunded_cents: returned.cents,
    expires_at: isExpired ? null : expiry,
    ...paymentCodeOf(notices, state, now),
    subscription: firstOf(notices, ({ subscription }) => subscription),
    charge_number: firstOf(notices, ({ chargeNumber }) => chargeNumber),
    order_id: firstOf(notices, ({ orderId }) => orderId) ?? best.saleKey,
    installments: firstOf(notices, ({ installments }) => installments),
    source: sourceOf(best),
  };
  return { row, contacts, isRefunded: byRefund.isFull, partialRefunds: returned.partialRefunds };
}

interface Decisions {
  /** The role of the account that receives the notices; null: unknown. */
  readonly account?: AccountRole | null | undefined;
  /** The amount of the partial refunds whose notices do not state it; null: unknown. */
  readonly refundCents?: number | null | undefined;
}

type KnownSplit = Omit<Split, 'coproduction'>;

/**
 * Returns the split of the first notice that states the net, else of the first that states any part. A notice whose
 * split exceeds the sale's value has another unit or another sale's amounts, and is ignored.
 */
function splitOf(
  notices: readonly SourcedNotice[],
  valueCents: number | null,
  account: AccountRole | null,
): KnownSplit {
  const maxCents = valueCents ?? Number.POSITIVE_INFINITY;
  const splits = notices
    .map(({ split }) => resolveCoproduction(split, account))
    .filter((split) => Object.values(split).every((cents) => (cents ?? 0) <= maxCents));
  const isKnown = (split: KnownSplit) => Object.values(split).some((cents) => cents !== null);
  return splits.find(({ netCents }) => netCents !== null) ?? splits.find(isKnown) ?? NO_SPLIT;
}

/** Returns a split whose net is the share of the account's role; an unknown role leaves the net unknown. */
function resolveCoproduction(
  { coproduction, ...split }: Split,
  account: AccountRole | null,
): KnownSplit {
  if (!coproduction || account === null) return split;
  const { producerCents, coproducerCents, totalCents } = coproduction;
  const netCents = account === 'producer' ? producerCents : coproducerCents;
  const isKnown = netCents !== null && totalCents !== null;
  return { ...split, netCents, commissionCents: isKnown ? totalCents - netCents : null };
}

const contactsOf = (notices: readonly SourcedNotice[]): ReducedSale['contacts'] => ({
  references: [...new Set(notices.flatMap(({ tracking }) => tracking.ref ?? []))],
  phones: [...new Set(notices.flatMap(({ buyer }) => buyer.phones))],
  emails: [...new Set(notices.flatMap(({ buyer }) => buyer.email ?? []))],
});

function stateOf(notices: readonly SourcedNotice[], byRefund: ReturnTotals): SaleState {
  const refunded = byRefund.isFull ? lastWrittenAt(ofKind(notices, 'refunded')) : null;
  const chargeback = lastWrittenAt(standingChargebacks(notices));
  if (refunded !== null && refunded > (chargeback ?? '')) return 'refunded';
  if (chargeback !== null) return 'chargeback';
  if (ofKind(notices, 'paid').length > 0 || byRefund.lastAt !== null) return 'paid';
  const canceled = lastWrittenAt(ofKind(notices, 'canceled'));
  const pending = lastWrittenAt(ofKind(notices, 'pending'));
  if (canceled !== null && canceled >= (pending ?? '')) return 'canceled';
  return pending === null ? 'abandoned' : 'pending';
}

/** A Pix or boleto without an expiry stays pending this long after its last notice. */
const MAX_PENDING_MS = 30 * DAY_MS;

/** Returns the time at which the last of a pending sale's payments expires; null if none does. */
const expiryOf = (notices: readonly SourcedNotice[]): string | null =>
  latest(
    ofKind(notices, 'pending').flatMap(({ expiresAt, method, writtenAt }) => {
      if (expiresAt !== null) return expiresAt;
      if (method !== 'pix' && method !== 'boleto') return [];
      return new Date(Date.parse(writtenAt) + MAX_PENDING_MS).toISOString();
    }),
  );

const firstOf = <Value>(
  notices: readonly SourcedNotice[],
  read: (notice: Notice) => Value | null,
): Value | null => notices.map(read).find((value) => value !== null) ?? null;

function timesOf(notices: readonly SourcedNotice[], expiredAt: string | null) {
  const firstTime = (group: readonly SourcedNotice[]) =>
    earliest(group.map(({ occurredAt }) => occurredAt));
  const firstTimeOf = (kind: NoticeKind) => firstTime(ofKind(notices, kind));
  const chargebacks = standingChargebacks(notices);
  const refunds = [...ofKind(notices, 'refunded'), ...ofKind(notices, 'partial_refund')];
  const returns = [...refunds, ...chargebacks];
  return {
    // The sale began no later than the earliest time in its notices.
    begun_at:
      earliest(
        ofBestSource(notices).flatMap(({ occurredAt, paidAt }) => [
          occurredAt,
          paidAt ?? occurredAt,
        ]),
      ) ?? '',
    pending_at: firstTimeOf('pending'),
    paid_at:
      firstTimeOf('paid') ??
      earliest(returns.map(({ paidAt, occurredAt }) => paidAt ?? occurredAt)),
    chargeback_at: firstTime(chargebacks),
    canceled_at: earliest([firstTimeOf('canceled'), expiredAt].filter((time) => time !== null)),
    abandoned_at: firstTimeOf('abandoned'),
  };
}

/** A code whose notice states no expiry is offered for this long. */
const UNDATED_CODE_MS = DAY_MS;
const NO_PAYMENT_CODE = { payment_code: null, payment_code_until: null };

/** Returns the newest code to pay with of an unpaid sale, unless it has expired, and when it expires. */
function paymentCodeOf(notices: readonly SourcedNotice[], state: SaleState, now: string) {
  const unpaid = state === 'pending' || state === 'abandoned' ? ofKind(notices, state) : [];
  const notice = unpaid.find(({ paymentCode }) => paymentCode !== null);
  if (!notice) return NO_PAYMENT_CODE;
  const { paymentCode, expiresAt, writtenAt } = notice;
  const until = expiresAt ?? new Date(Date.parse(writtenAt) + UNDATED_CODE_MS).toISOString();
  return until > now ? { payment_code: paymentCode, payment_code_until: until } : NO_PAYMENT_CODE;
}
