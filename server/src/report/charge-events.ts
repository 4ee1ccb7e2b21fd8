import type { CreativeOrigin } from '@funil/contract/ads/origin-levels';
import { withReportedUtms } from '@funil/contract/ads/reported-utm';
import { emailPersonKey, phoneKey } from '@funil/contract/contacts/person';
import { DAY_MS } from '@funil/contract/durations';
import { earnedCents, NO_REVENUE } from '@funil/contract/report/origins';
import type { RevenueTotals } from '@funil/contract/report/report';
import type { PaymentMethod } from '@funil/contract/sales/sale-record';
import { toSaleSubject } from '@funil/contract/sales/sale-subject';
import { readSentAt } from '../sales/sent-at.ts';
import type { ReportedSale } from './read-sales.ts';

/** The start, payment or return of a charge. `changes` are added to the report's sums. */
export interface ChargeEvent {
  /** In ms since 1970. */
  readonly at: number;
  readonly changes: Partial<RevenueTotals>;
  /** Net (estimated if unknown) less refunds, in centavos. */
  readonly earned_cents: number;
}

/** Charges by these methods do not count as issued or open, unlike those by Pix and boleto. */
const CARD_METHODS: readonly string[] = ['credit_card', 'debit_card'] satisfies PaymentMethod[];

export function listChargeEvents(sale: ReportedSale): ChargeEvent[] {
  const grossCents = Number(sale.value_cents ?? 0);
  const { net_cents: net, estimated_fees_cents: feesCents, partialRefunds = [] } = sale;
  const events: ChargeEvent[] = [];
  const addEvent = (time: string | null, changes: Partial<RevenueTotals>) => {
    if (time === null) return;
    const earned_cents = earnedCents({ ...NO_REVENUE, ...changes });
    events.push({ at: Date.parse(time), changes, earned_cents });
  };
  const isOpen = sale.state === 'pending';
  const isByCard = CARD_METHODS.includes(sale.method ?? '');
  addEvent(isByCard ? null : sale.pending_at, {
    pending: 1,
    issued_cents: grossCents,
    ...(isOpen && { open: 1, pending_cents: grossCents }),
  });
  addEvent(sale.paid_at, {
    charges: 1,
    paid_cents: grossCents,
    ...(net !== null && { net_cents: Number(net) }),
    ...(net === null && { net_unknown_cents: grossCents, estimated_fees_cents: feesCents ?? 0 }),
    ...(net === null && feesCents === null && { unestimated_cents: grossCents }),
    ...(sale.isRenewal ? { renewals: 1 } : sale.isFirst ? { sales: 1 } : {}),
  });
  let remainingCents = grossCents;
  for (const { at, cents } of partialRefunds) {
    if (cents === null) addEvent(at, { refunds_unknown: 1 });
    remainingCents -= Number(cents ?? 0);
    addEvent(at, { refunded_cents: Number(cents ?? 0) });
  }
  addEvent(returnedAt(sale), { refunded: 1, refunded_cents: Math.max(0, remainingCents) });
  return events;
}

/** Partial refunds do not count. */
const returnedAt = ({ partialRefunds = [], ...sale }: ReportedSale): string | null =>
  [sale.refunded_at, sale.chargeback_at]
    .filter((time) => time !== null && !partialRefunds.some(({ at }) => at === time))
    .toSorted()[0] ?? null;

export function creativeOf({
  source,
  medium,
  campaign,
  content,
}: ReportedSale): CreativeOrigin | null {
  const isKnown = source !== null && medium !== null && campaign !== null && content !== null;
  return isKnown ? withReportedUtms({ source, medium, campaign, content }) : null;
}

export function buyerKeysOf(sale: ReportedSale): string[] {
  const { contactKey, buyer_phone, buyer_email } = sale;
  const phone = buyer_phone === null ? null : phoneKey(buyer_phone);
  const email = buyer_email === null ? null : emailPersonKey(buyer_email);
  const keys = [contactKey, phone && `phone ${phone}`, email && `email ${email}`];
  const knownKeys = keys.flatMap((key) => key || []);
  return knownKeys.length > 0 ? knownKeys : [toSaleSubject(sale)];
}

export function waitDaysOf(
  { lead_ref, lead_stored_at }: ReportedSale,
  paidAt: number,
): number | null {
  if (lead_stored_at === null) return null;
  // A lead may seem to come after its payment, because clocks differ by minutes. The wait is then 0.
  return Math.max(0, paidAt - Date.parse(readSentAt(lead_ref, lead_stored_at))) / DAY_MS;
}
