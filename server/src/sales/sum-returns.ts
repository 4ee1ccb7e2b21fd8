import { compareTexts } from '@funil/contract/characters';
import type { Notice } from './notices/notice.ts';
import {
  lastMoneyTime,
  latestTime,
  noticesOfKind,
  type SourcedNotice,
  sourceOf,
} from './notices/order-notices.ts';

/** `at` is an ISO time in UTC. `cents` is null if neither a notice nor an operator says how much was returned. */
export interface PartialRefund {
  readonly at: string;
  readonly cents: number | null;
}

/**
 * Returns the chargebacks; none if the sale was paid later, or is paid in a later API report, because the seller won.
 * Files are ignored: their rows have no time of writing, and a payment without a time counts as the end of its day.
 */
export function findStandingChargebacks(notices: readonly SourcedNotice[]): readonly Notice[] {
  const timedNotices = notices.filter(({ source }) => source !== 'import');
  const paidAt = lastMoneyTime(timedNotices.filter(({ kind }) => kind === 'paid')) ?? '';
  const chargebacks = noticesOfKind(notices, 'chargeback');
  // An API may report first that the sale is paid and then that it is charged back, so its chargebacks count here.
  const timedChargebacks = timedNotices.filter(({ kind }) => kind === 'chargeback');
  const chargebackAt = lastMoneyTime([...chargebacks, ...timedChargebacks]) ?? '';
  return paidAt > chargebackAt ? [] : chargebacks;
}

interface MoneyReturn extends Pick<Notice, 'noticeId'> {
  readonly at: string;
  /** Null: the rest of the value, or an unknown amount if `isUnstated`. */
  readonly cents: number | null;
  readonly isUnstated?: boolean;
}

const fullRefundsOf = (refunds: readonly SourcedNotice[]) =>
  refunds.filter(({ refundedCents }) => !refundedCents);

/**
 * Returns the best source's refunds and, if none of them is full, the full refunds of other sources. An API or a file
 * repeats earlier amounts in each report, so only its newest partial refund counts.
 */
export function listRefunds(notices: readonly SourcedNotice[]): MoneyReturn[] {
  const bestRefunds = noticesOfKind(notices, 'refunded');
  const isFromReport = bestRefunds[0] !== undefined && sourceOf(bestRefunds[0]) !== 'notice';
  const countedRefunds =
    isFromReport && fullRefundsOf(bestRefunds).length === 0
      ? bestRefunds.slice(0, 1)
      : [...bestRefunds];
  if (fullRefundsOf(countedRefunds).length === 0) {
    countedRefunds.push(...fullRefundsOf(notices.filter(({ kind }) => kind === 'refunded')));
  }
  return countedRefunds.map(({ occurredAt, refundedCents, noticeId }) => ({
    at: occurredAt,
    cents: refundedCents || null,
    noticeId,
  }));
}

/**
 * Returns the partial refunds without a stated amount; none if another notice or report states it. An operator's amount
 * replaces them by one refund, at the time of the last.
 */
export function listUnstatedRefunds(
  notices: readonly SourcedNotice[],
  refundCents: number | null,
): MoneyReturn[] {
  const isStated = notices.some(({ kind, refundedCents }) => kind === 'refunded' && refundedCents);
  const refunds = isStated ? [] : noticesOfKind(notices, 'partial_refund');
  const at = latestTime(refunds.map(({ occurredAt }) => occurredAt));
  if (at !== null && refundCents !== null) return [{ at, cents: refundCents, noticeId: null }];
  return refunds.map(({ occurredAt, noticeId }) => ({
    at: occurredAt,
    cents: null,
    noticeId,
    isUnstated: true,
  }));
}

export const listChargebacks = (notices: readonly SourcedNotice[]): MoneyReturn[] =>
  findStandingChargebacks(notices).map(({ occurredAt, noticeId }) => ({
    at: occurredAt,
    cents: null,
    noticeId,
  }));

export interface ReturnTotals {
  readonly partialRefunds: readonly PartialRefund[];
  readonly cents: number | null;
  /** Null: nothing was returned. */
  readonly lastAt: string | null;
  readonly isFull: boolean;
}

/** Adds refunds and chargebacks by time until they reach the sale's value. A repeated notice counts once. */
export function sumReturns(
  returns: readonly MoneyReturn[],
  valueCents: number | null,
): ReturnTotals {
  const returnsInOrder = returns.toSorted(
    (a, b) =>
      compareTexts(a.at, b.at) ||
      (a.cents ?? Number.POSITIVE_INFINITY) - (b.cents ?? Number.POSITIVE_INFINITY) ||
      compareTexts(a.noticeId ?? '', b.noticeId ?? ''),
  );
  const seenReturns = new Set<string>();
  const centsByTime = new Map<string, number | null>();
  const listPartialRefunds = () => [...centsByTime].map(([at, cents]) => ({ at, cents }));
  let remainingCents = valueCents ?? Number.POSITIVE_INFINITY;
  for (const { at, cents, noticeId, isUnstated = false } of returnsInOrder) {
    const identity = noticeId ?? `${at} ${cents} ${isUnstated}`;
    if (seenReturns.has(identity)) continue;
    seenReturns.add(identity);
    if (isUnstated) {
      if (!centsByTime.has(at)) centsByTime.set(at, null);
      continue;
    }
    if (cents === null || cents >= remainingCents) {
      centsByTime.delete(at);
      const partialRefunds = listPartialRefunds().filter((refund) => refund.cents !== null);
      return { partialRefunds, cents: valueCents, lastAt: at, isFull: true };
    }
    remainingCents -= cents;
    centsByTime.set(at, (centsByTime.get(at) ?? 0) + cents);
  }
  const amounts = [...centsByTime.values()];
  return {
    partialRefunds: listPartialRefunds(),
    cents: amounts.includes(null)
      ? null
      : amounts.reduce<number>((sum, cents) => sum + (cents ?? 0), 0),
    lastAt: [...centsByTime.keys()].at(-1) ?? null,
    isFull: false,
  };
}
