import { DAY_MS } from '@funil/contract/durations';
import { sentAt } from '../sales/sent-at.ts';
import type { SaleRefunds, SaleRow } from '../store/sales-tables.ts';
import { dayOf } from '../visits/brasilia.ts';
import type { Total } from '../visits/visit-totals.ts';
import {
  addRevenue,
  type Creative,
  creativeKey,
  groupOrigins,
  type NamedRevenue,
  NO_ORIGIN_TOTALS,
  NO_REVENUE,
  type OriginRow,
  type OriginTotals,
  originKey,
  type RevenueTotals,
  type SalesTotals,
} from './model.ts';
import type { Period } from './period.ts';

/** A sale with its lead's UTMs, which are null if the lead is unknown. */
export interface ReportedSale
  extends Pick<
    SaleRow,
    'platform' | 'pending_at' | 'paid_at' | 'refunded_at' | 'chargeback_at' | 'lead_ref'
  > {
  readonly state: string;
  readonly product: string;
  /** Null if the value is unknown or not in reais. */
  readonly value_cents: number | null;
  /** Left out: none. */
  readonly partialRefunds?: readonly Pick<SaleRefunds, 'at' | 'cents'>[];
  readonly lead_stored_at: string | null;
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly content: string | null;
}

/** Number of leads or applications of one creative. */
export interface CountRow extends Creative {
  readonly n: number;
}

export interface SalesInput extends Pick<SalesTotals, 'hasNotices' | 'failedNotices'> {
  readonly sales: ReportedSale[];
  readonly leads: CountRow[];
  readonly applications: CountRow[];
}

/** An event of a sale within the period, with what it adds to the totals. */
interface SaleEvent extends RevenueTotals {
  readonly day: string;
  readonly sale: ReportedSale;
  /** Null: the lead is unknown. */
  readonly creative: Creative | null;
}

/** Returns a sale's events within the period: revenue on the day of payment, returns on theirs. */
function listEvents(sale: ReportedSale, { from, until }: Period): SaleEvent[] {
  const start = from === null ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const end = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
  const cents = Number(sale.value_cents ?? 0);
  const refunds = sale.partialRefunds ?? [];
  const refundedCents = refunds.reduce((sum, refund) => sum + Number(refund.cents), 0);
  const creative = creativeOf(sale);
  const events: SaleEvent[] = [];
  const add = (time: string | null, totals: Partial<RevenueTotals>) => {
    const at = time === null ? Number.NaN : Date.parse(time);
    if (at < start || at >= end || Number.isNaN(at)) return;
    events.push({ day: dayOf(at), sale, creative, ...NO_REVENUE, ...totals });
  };
  add(sale.pending_at, { pending: 1, pending_cents: sale.state === 'pending' ? cents : 0 });
  add(sale.paid_at, { sales: 1, paid_cents: cents });
  for (const refund of refunds) add(refund.at, { refunded_cents: Number(refund.cents) });
  add(returnedAt(sale), { refunded: 1, refunded_cents: Math.max(0, cents - refundedCents) });
  return events;
}

/** Returns when the full value was returned, by refund or chargeback; null if it was not. */
const returnedAt = ({
  refunded_at,
  chargeback_at,
  partialRefunds = [],
}: ReportedSale): string | null =>
  [refunded_at, chargeback_at]
    .filter((time) => time !== null && !partialRefunds.some(({ at }) => at === time))
    .toSorted()[0] ?? null;

function creativeOf({ source, medium, campaign, content }: ReportedSale): Creative | null {
  const isKnown = source !== null && medium !== null && campaign !== null && content !== null;
  return isKnown ? { source, medium, campaign, content } : null;
}

/** Returns the days from lead to payment; nothing if either is unknown. */
function waitOf({ lead_ref, lead_stored_at, paid_at }: ReportedSale): number[] {
  if (lead_stored_at === null || paid_at === null) return [];
  const wait = Date.parse(paid_at) - Date.parse(sentAt(lead_ref, lead_stored_at));
  // The clocks may differ by minutes.
  return [Math.max(0, wait) / DAY_MS];
}

const groupEvents = (
  events: readonly SaleEvent[],
  nameOf: (event: SaleEvent) => string,
): NamedRevenue[] =>
  [...Map.groupBy(events, nameOf)].map(([name, group]) => ({ name, ...addRevenue(group) }));

const byMoney = (a: RevenueTotals, b: RevenueTotals) =>
  b.paid_cents - a.paid_cents || b.sales - a.sales || b.pending - a.pending;

/** The totals of visits that count here. */
type CreativeTotal = Creative & Pick<Total, 'kind' | 'visits'>;

function sumOrigins(
  events: readonly SaleEvent[],
  { leads, applications }: SalesInput,
  totals: readonly CreativeTotal[],
): OriginRow[] {
  const toRow = (
    { source, medium, campaign, content }: Creative,
    sums: Partial<OriginTotals>,
  ): OriginRow => ({ source, medium, campaign, content, ...NO_ORIGIN_TOTALS, ...sums });
  const columns = { visit: 'visits', checkout: 'checkouts' } as const;
  const rows = [
    ...totals.flatMap(({ kind, visits, ...creative }) =>
      kind === 'visit' || kind === 'checkout' ? [toRow(creative, { [columns[kind]]: visits })] : [],
    ),
    ...leads.map(({ n, ...creative }) => toRow(creative, { leads: n })),
    ...applications.map(({ n, ...creative }) => toRow(creative, { applications: n })),
    ...events.flatMap(({ creative, day: _, sale: __, ...sums }) =>
      creative ? [toRow(creative, sums)] : [],
    ),
  ];
  // A visit whose first event came late has left another origin with zeros.
  return groupOrigins(rows, creativeKey)
    .map(({ name: _, ...row }) => row)
    .filter((row) => Object.values(row).some((value) => typeof value === 'number' && value > 0));
}

/** Adds up the money of a period. */
export function sumSales(
  rows: SalesInput,
  totals: readonly CreativeTotal[],
  period: Period,
): SalesTotals {
  const events = rows.sales.flatMap((sale) => listEvents(sale, period));
  const paid = events.filter((event) => event.sales > 0).map(({ sale }) => sale);
  const dailyKey = ({ day, creative }: SaleEvent) => day + (creative ? originKey(creative) : '');
  return {
    hasNotices: rows.hasNotices,
    failedNotices: rows.failedNotices,
    total: addRevenue(events),
    withoutOrigin: addRevenue(events.filter(({ creative }) => creative === null)),
    withoutValue: paid.filter(({ value_cents }) => value_cents === null).length,
    origins: sumOrigins(events, rows, totals),
    platforms: groupEvents(events, ({ sale }) => sale.platform).sort(byMoney),
    products: groupEvents(events, ({ sale }) => sale.product).sort(byMoney),
    days: groupEvents(events, ({ day }) => day).sort((a, b) => (a.name < b.name ? -1 : 1)),
    daily: [...Map.groupBy(events, dailyKey).values()].flatMap((group) =>
      group[0] ? [{ day: group[0].day, origin: group[0].creative, ...addRevenue(group) }] : [],
    ),
    waits: paid.flatMap(waitOf).sort((a, b) => a - b),
  };
}
