import { DAY_MS } from '@funil/contract/durations';
import { sentAt } from '../sales/sent-at.ts';
import type { SaleRefunds, SaleRow } from '../store/sales-tables.ts';
import { dayOf } from '../visits/brasilia.ts';
import type { Total } from '../visits/visit-totals.ts';
import {
  addTakings,
  byRevenue,
  type Creative,
  creativeKey,
  type DailyTakings,
  type MoneyData,
  makeOrigin,
  type NamedTakings,
  NO_TAKINGS,
  type OriginRow,
  originKey,
  type RevenueTotals,
} from './model.ts';
import type { Period } from './period.ts';

/** A sale, and the lead or application it came from; its value only if it is in reais. */
export interface SoldRow
  extends Pick<SaleRow, 'platform' | SaleMilestone | 'value_cents' | 'lead_ref'> {
  readonly state: string;
  readonly product: string;
  /** What went back before all of it did; left out: nothing. */
  readonly partialRefunds?: readonly Pick<SaleRefunds, 'at' | 'cents'>[];
  /** When its lead's row was stored, and that lead's own UTMs; null: the lead is not known. */
  readonly lead_stored_at: string | null;
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly content: string | null;
}
type SaleMilestone = 'pending_at' | 'paid_at' | 'refunded_at' | 'chargeback_at';

/** Leads, or applications, of one creative. */
export interface CountRow extends Creative {
  readonly n: number;
}

/** All that the money of a report is made of. */
export interface MoneyRows {
  readonly sales: SoldRow[];
  readonly leads: CountRow[];
  readonly applications: CountRow[];
  readonly hasNotices: boolean;
  readonly notUnderstood: number;
}

/** Something that a sale did within the period. */
interface Deed {
  readonly at: number;
  readonly takings: RevenueTotals;
}

/** What each sale's moments within the period come to: revenue on the day of payment, refunds on theirs. */
function listDeeds(sale: SoldRow, { from, until }: Period): Deed[] {
  const first = from === null ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const end = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
  const cents = Number(sale.value_cents ?? 0);
  const parts = sale.partialRefunds ?? [];
  const partCents = parts.reduce((sum, part) => sum + Number(part.cents), 0);
  const deeds: Deed[] = [];
  const add = (moment: string | null, takings: Partial<RevenueTotals>) => {
    const at = moment === null ? Number.NaN : Date.parse(moment);
    if (at >= first && at < end) deeds.push({ at, takings: { ...NO_TAKINGS, ...takings } });
  };
  const isPending = sale.state === 'pending';
  add(sale.pending_at, { pending: 1, pending_cents: isPending ? cents : 0 });
  add(sale.paid_at, { sales: 1, paid_cents: cents });
  for (const part of parts) add(part.at, { refunded_cents: Number(part.cents) });
  add(returnedAt(sale), { refunded: 1, refunded_cents: Math.max(0, cents - partCents) });
  return deeds;
}

/** When all the money had gone back, by whichever way was first; null: it has not. */
const returnedAt = ({ refunded_at, chargeback_at, partialRefunds = [] }: SoldRow): string | null =>
  [refunded_at, chargeback_at]
    .filter((moment) => moment !== null && !partialRefunds.some(({ at }) => at === moment))
    .toSorted()[0] ?? null;

/** From the lead to the payment, in days; null where either is not known. */
function waitOf({ lead_ref, lead_stored_at, paid_at }: SoldRow): number | null {
  if (lead_stored_at === null || paid_at === null) return null;
  const left = sentAt(lead_ref, lead_stored_at);
  // Clocks differ by minutes.
  return Math.max(0, Date.parse(paid_at) - Date.parse(left)) / DAY_MS;
}

class Groups {
  readonly #groups = new Map<string, NamedTakings>();

  add(name: string, takings: RevenueTotals): void {
    const group = this.#groups.get(name) ?? { name, ...NO_TAKINGS };
    addTakings(group, takings);
    this.#groups.set(name, group);
  }

  inOrder(compare: (a: NamedTakings, b: NamedTakings) => number): NamedTakings[] {
    return [...this.#groups.values()].toSorted(compare);
  }
}

const byMoney = (a: RevenueTotals, b: RevenueTotals) =>
  b.paid_cents - a.paid_cents || b.sales - a.sales || b.pending - a.pending;

/** Of visits' totals, what tells how many a creative brought, and how far. */
type CreativeTotal = Creative & Pick<Total, 'kind' | 'visits'>;

class Origins {
  readonly #rows = new Map<string, OriginRow>();

  at(creative: Creative): OriginRow {
    const key = creativeKey(creative);
    const row = this.#rows.get(key) ?? makeOrigin(creative);
    this.#rows.set(key, row);
    return row;
  }

  addVisits(totals: readonly CreativeTotal[]): void {
    for (const { kind, visits, ...creative } of totals) {
      if (kind === 'visit') this.at(creative).visits += visits;
      if (kind === 'checkout') this.at(creative).checkouts += visits;
    }
  }

  addCounts(counts: readonly CountRow[], what: 'leads' | 'applications'): void {
    for (const count of counts) this.at(count)[what] += count.n;
  }

  rows(): OriginRow[] {
    return [...this.#rows.values()].filter(hasAny).toSorted(byRevenue);
  }
}

/** A visit whose first event came late has left another origin with nothing. */
const hasAny = (row: OriginRow) =>
  row.visits + row.leads + row.applications + row.pending + row.sales > 0 ||
  row.refunded + row.refunded_cents > 0;

function creativeOf({ source, medium, campaign, content }: SoldRow): Creative | null {
  const isKnown = source !== null && medium !== null && campaign !== null && content !== null;
  return isKnown ? { source, medium, campaign, content } : null;
}

function addDaily(daily: Map<string, DailyTakings>, more: DailyTakings): void {
  const key = more.day + (more.origin ? originKey(more.origin) : '');
  const known = daily.get(key);
  if (known) addTakings(known, more);
  else daily.set(key, more);
}

/** Adds up the money of a period. Sums of whole centavos: exact, whatever the order. */
export function sumMoney(
  { sales, leads, applications, ...notices }: MoneyRows,
  totals: readonly CreativeTotal[],
  period: Period,
): MoneyData {
  const [total, withoutOrigin] = [{ ...NO_TAKINGS }, { ...NO_TAKINGS }];
  const [platforms, products, days] = [new Groups(), new Groups(), new Groups()];
  const origins = new Origins();
  origins.addVisits(totals);
  origins.addCounts(leads, 'leads');
  origins.addCounts(applications, 'applications');
  const daily = new Map<string, DailyTakings>();
  const waits: number[] = [];
  let withoutValue = 0;
  for (const sale of sales) {
    const creative = creativeOf(sale);
    const origin = creative ? origins.at(creative) : withoutOrigin;
    const deeds = listDeeds(sale, period);
    for (const { at, takings } of deeds) {
      addTakings(total, takings);
      addTakings(origin, takings);
      platforms.add(sale.platform, takings);
      products.add(sale.product, takings);
      days.add(dayOf(at), takings);
      addDaily(daily, { day: dayOf(at), origin: creative, ...takings });
    }
    if (!deeds.some(({ takings }) => takings.sales > 0)) continue;
    if (sale.value_cents === null) withoutValue += 1;
    const wait = waitOf(sale);
    if (wait !== null) waits.push(wait);
  }
  return {
    ...notices,
    ...{ total, withoutOrigin, withoutValue, origins: origins.rows() },
    platforms: platforms.inOrder(byMoney),
    products: products.inOrder(byMoney),
    days: days.inOrder((a, b) => (a.name < b.name ? -1 : 1)),
    daily: [...daily.values()],
    waits: waits.toSorted((a, b) => a - b),
  };
}
