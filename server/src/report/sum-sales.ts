import { BRASILIA_OFFSET_MS, dayOf, startOfDay } from '@funil/contract/brasilia';
import {
  addUp,
  byProfit,
  earnedCents,
  type Mutable,
  NO_REVENUE,
  toProfit,
} from '@funil/contract/console/origins';
import type { ReportMethod, ReportOrigin, ReportSlot } from '@funil/contract/console/report';
import { emailKey, phoneKey } from '@funil/contract/contacts/person';
import { DAY_MS } from '@funil/contract/durations';
import type { SpendAmounts } from '../ads/read-spend.ts';
import { choiceKey } from '../contacts/count-choices.ts';
import { sentAt } from '../sales/sent-at.ts';
import type { Total } from '../visits/visit-totals.ts';
import { findMissingEvidence, judgeCreative } from './judge.ts';
import { createLifetimes } from './lifetimes.ts';
import {
  type Creative,
  creativeKey,
  type DailyMoney,
  getOrAdd,
  type MoneyTotals,
  makeOriginRow,
  type NamedMoney,
  NO_MONEY,
  type OriginRow,
  originKey,
  type RevenueTotals,
  type SalesTotals,
  type Scope,
  waitPercentiles,
} from './model.ts';
import { People } from './people.ts';
import type { Period } from './period.ts';
import type { ReportedSale } from './read-sales.ts';

/** Number of leads or applications of one creative. */
export interface CountRow extends Creative {
  readonly n: number;
}

/** What one creative's ads spent and cost on one day. `creative` is null if no origin matches the ad. */
export interface SpendRow extends SpendAmounts {
  readonly day: string;
  readonly creative: Creative | null;
}

/** What a report counts beside sales. */
export interface Counts extends Pick<SalesTotals, 'hasNotices' | 'failedNotices'> {
  readonly leads: readonly CountRow[];
  readonly applications: readonly CountRow[];
  /** Totals of visits. */
  readonly visits: readonly (Creative & Pick<Total, 'kind' | 'visits'>)[];
}

/** A first charge within the scope, and its buyer. */
interface CountedSale {
  readonly person: number;
  readonly paidAt: number;
  /** Whether a lead, not an application, was stored in the period. */
  readonly isLeadOfPeriod: boolean;
  readonly cells: readonly MoneyTotals[];
}

/**
 * Adds up charges one by one, so that complete sale rows need not stay in memory.
 * @param periods periods whose money is added up, too, in total
 */
export function createSalesSums(
  { period, isByLead }: Scope,
  now: number,
  periods: readonly Period[] = [],
) {
  const further = periods.map((of) => ({
    isWithin: createFilter(of),
    total: { ...NO_MONEY },
    sales: [] as CountedSale[],
  }));
  const total = { ...NO_MONEY };
  const end = Math.min(period.until === null ? now : Date.parse(period.until), now);
  /** A judgement uses no evidence after it, so that a past day's can be reproduced. By lead, money counts until now. */
  const evidenceEnd = isByLead ? now : end;
  const withoutOrigin = { ...NO_MONEY };
  const origins = new Map<string, OriginRow>();
  const platforms = new Map<string, NamedMoney>();
  const products = new Map<string, NamedMoney>();
  /** Every product by all its spellings, so that a name is compared once. */
  const spellings = new Map<string, NamedMoney>();
  const days = new Map<string, NamedMoney>();
  const daily = new Map<string, DailyMoney>();
  const methods = new Map<string, Mutable<ReportMethod>>();
  const slots = makeSlots(7 * 24);
  const people = new People();
  const lifetimes = createLifetimes(people, now);
  const sales: CountedSale[] = [];
  const waits: number[] = [];
  /** Also outside the period: the newest leads have had no time to buy yet, and would lower the usual wait. */
  const usualWaits: number[] = [];
  let withoutValue = 0;
  const isWithin = createFilter(period);

  const rowOf = (creative: Creative): OriginRow =>
    getOrAdd(origins, creativeKey(creative), () => makeOriginRow(creative));
  const originOf = (creative: Creative | null): MoneyTotals =>
    creative ? rowOf(creative) : withoutOrigin;
  const productRow = (name: string) =>
    getOrAdd(spellings, name, () =>
      getOrAdd(products, choiceKey(name), () => ({ name, ...NO_MONEY })),
    );
  const dayRow = (day: string) => getOrAdd(days, day, () => ({ name: day, ...NO_MONEY }));
  const dailyRow = (day: string, creative: Creative | null) =>
    getOrAdd(daily, day + (creative ? originKey(creative) : ''), () => ({
      day,
      origin: creative && pickOrigin(creative),
      ...NO_MONEY,
    }));
  /** Returns the sums that an event of a sale adds to. `day` is the event's, or in a report by lead, the lead's. */
  const cellsOf = (sale: ReportedSale, creative: Creative | null, day: string): MoneyTotals[] => [
    total,
    originOf(creative),
    getOrAdd(platforms, sale.platform, () => ({ name: sale.platform, ...NO_MONEY })),
    productRow(sale.product),
    dayRow(day),
    dailyRow(day, creative),
  ];

  return {
    add(sale: ReportedSale) {
      const creative = creativeOf(sale);
      const leadAt = sale.lead_stored_at === null ? null : Date.parse(sale.lead_stored_at);
      const isLeadInPeriod = leadAt !== null && isWithin(leadAt);
      // A report by lead counts all events of a lead of the period, whenever they happened.
      const isCounted = isByLead ? () => isLeadInPeriod : isWithin;
      const person = people.add(personKeys(sale));
      if (isCounted(Date.parse(sale.begun_at))) countMethod(methods, sale);
      for (const { at, changes } of listEvents(sale)) {
        if (changes.charges || changes.refunded_cents) {
          const cents = earnedCents({ ...NO_REVENUE, ...changes });
          lifetimes.add({ person, at, cents, creative });
        }
        const wait = changes.sales ? waitOf(sale, at) : null;
        if (wait !== null && at < evidenceEnd) usualWaits.push(wait);
        for (const { isWithin, total, sales } of further) {
          if (!isWithin(at)) continue;
          addTo(total, changes);
          if (changes.sales)
            sales.push({ person, paidAt: at, isLeadOfPeriod: false, cells: [total] });
        }
        if (!isCounted(at)) continue;
        const cells = cellsOf(sale, creative, dayOf(isByLead && leadAt !== null ? leadAt : at));
        for (const cell of cells) addTo(cell, changes);
        if (changes.charges && sale.value_cents === null) withoutValue += 1;
        if (changes.charges) addToSlots(slots, at, changes);
        if (!changes.sales) continue;
        const isLeadOfPeriod = isLeadInPeriod && sale.lead?.startsWith('lead ') === true;
        sales.push({ person, paidAt: at, isLeadOfPeriod, cells });
        if (wait !== null) waits.push(wait);
      }
    },
    /**
     * Adds visits, leads, applications and the spend on ads, which counts on its day, even by lead.
     * @param joinSpend returns the spend by the origins of the report; it receives their visits
     */
    finish(
      { leads, applications, visits, ...notices }: Counts,
      joinSpend: (origins: Iterable<OriginRow>) => Iterable<SpendRow>,
    ) {
      countBuyers(sales, people);
      for (const of of further) countBuyers(of.sales, people);
      for (const { kind, visits: n, ...creative } of visits) {
        if (kind === 'visit') rowOf(creative).visits += n;
        else if (kind === 'checkout') rowOf(creative).checkouts += n;
      }
      for (const row of leads) rowOf(row).leads += row.n;
      for (const row of applications) rowOf(row).applications += row.n;
      const { p90 } = waitPercentiles({ waits: usualWaits.sort(byNumber) });
      const matureBefore = dayOf(evidenceEnd - (p90 ?? 0) * DAY_MS);
      const costs = new Map<string, Mutable<CreativeCost>>();
      for (const { day, creative, spend_cents, cost_cents } of joinSpend(origins.values())) {
        if (creative) {
          const cost = getOrAdd(costs, creativeKey(creative), () => ({
            matureCost: 0,
            since: day,
          }));
          if (day < matureBefore) cost.matureCost += cost_cents;
          if (day < cost.since) cost.since = day;
        }
        for (const cell of [total, originOf(creative), dayRow(day), dailyRow(day, creative)]) {
          cell.spend_cents += spend_cents;
          cell.cost_cents += cost_cents;
        }
      }
      return {
        ...notices,
        total,
        withoutOrigin,
        withoutValue,
        origins: judgeOrigins([...origins.values()], costs, evidenceEnd),
        platforms: [...platforms.values()].sort(byGross),
        products: [...products.values()].sort(byGross),
        days: [...days.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
        daily: [...daily.values()],
        methods: [...methods.values()].sort((a, b) => b.begun - a.begun),
        slots,
        lifetimes: lifetimes.list(),
        waits: waits.sort(byNumber),
        ofPeriods: further.map((of) => of.total),
        usualWait: p90,
        isMaturing: isByLead && p90 !== null && now - end < (p90 * DAY_MS) / 2,
      } satisfies SalesTotals;
    },
  };
}

const byNumber = (a: number, b: number) => a - b;
const byGross = (a: RevenueTotals, b: RevenueTotals) =>
  b.paid_cents - a.paid_cents || b.sales - a.sales || b.pending - a.pending;

const pickOrigin = ({ source, medium, campaign }: Creative) => ({ source, medium, campaign });

function addTo(sum: RevenueTotals, changes: Partial<RevenueTotals>) {
  for (const column of Object.keys(changes) as (keyof RevenueTotals)[]) {
    sum[column] += changes[column] ?? 0;
  }
}

/** Returns whether a time, in ms since 1970, is in the period. */
export function createFilter({ from, until }: Period): (time: number) => boolean {
  const start = from === null ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const end = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
  return (time) => time >= start && time < end;
}

function creativeOf({ source, medium, campaign, content }: ReportedSale): Creative | null {
  const isKnown = source !== null && medium !== null && campaign !== null && content !== null;
  return isKnown ? { source, medium, campaign, content } : null;
}

/** Returns the keys by which charges of one person are recognized. */
export function personKeys({ lead, buyer_phone, buyer_email, platform, sale_key }: ReportedSale) {
  const phone = buyer_phone === null ? null : phoneKey(buyer_phone);
  const email = buyer_email === null ? '' : emailKey(buyer_email);
  const keys = [lead, phone && `phone ${phone}`, email && `email ${email}`].filter((key) => !!key);
  return keys.length > 0 ? (keys as string[]) : [`sale ${platform} ${sale_key}`];
}

/** What happened to a charge, when (ms since 1970), and what it adds to the sums. */
interface SaleEvent {
  readonly at: number;
  readonly changes: Partial<RevenueTotals>;
}

/** Returns a charge's events: money on the day of payment, returns on theirs. */
export function listEvents(sale: ReportedSale): SaleEvent[] {
  const gross = Number(sale.value_cents ?? 0);
  const { net_cents: net, estimated_fees_cents: fees } = sale;
  const refunds = sale.partialRefunds ?? [];
  const events: SaleEvent[] = [];
  const add = (time: string | null, changes: Partial<RevenueTotals>) => {
    if (time !== null) events.push({ at: Date.parse(time), changes });
  };
  const isOpen = sale.state === 'pending';
  add(sale.method === 'credit_card' ? null : sale.pending_at, {
    pending: 1,
    issued_cents: gross,
    ...(isOpen && { open: 1, pending_cents: gross }),
  });
  add(sale.paid_at, {
    charges: 1,
    paid_cents: gross,
    ...(net !== null && { net_cents: Number(net) }),
    ...(net === null && { net_unknown_cents: gross, estimated_fees_cents: fees ?? 0 }),
    ...(net === null && fees === null && { unestimated_cents: gross }),
    ...(sale.isRenewal ? { renewals: 1 } : sale.isFirst ? { sales: 1 } : {}),
  });
  let left = gross;
  for (const { at, cents } of refunds) {
    if (cents === null) add(at, { refunds_unknown: 1 });
    left -= Number(cents ?? 0);
    add(at, { refunded_cents: Number(cents ?? 0) });
  }
  const rest = Math.max(0, left);
  add(returnedAt(sale), { refunded: 1, refunded_cents: rest });
  return events;
}

/** Returns when the full value was returned, by refund or chargeback; null if it was not. `refunded_at` may be the last partial refund's. */
const returnedAt = ({
  refunded_at,
  chargeback_at,
  partialRefunds = [],
}: ReportedSale): string | null =>
  [refunded_at, chargeback_at]
    .filter((time) => time !== null && !partialRefunds.some(({ at }) => at === time))
    .toSorted()[0] ?? null;

/** Returns the days from lead to payment; null if the lead is unknown. */
function waitOf({ lead_ref, lead_stored_at }: ReportedSale, paidAt: number): number | null {
  if (lead_stored_at === null) return null;
  // The clocks may differ by minutes.
  return Math.max(0, paidAt - Date.parse(sentAt(lead_ref, lead_stored_at))) / DAY_MS;
}

function countMethod(methods: Map<string, Mutable<ReportMethod>>, sale: ReportedSale) {
  const { method, state, paid_at } = sale;
  if (method === null || state === 'abandoned') return;
  const row = getOrAdd(methods, method, () => ({ method, begun: 0, paid: 0 }));
  row.begun += 1;
  if (paid_at !== null) row.paid += 1;
}

const makeSlots = (count: number): Mutable<ReportSlot>[] =>
  Array.from({ length: count }, (_, slot) => ({ slot, sales: 0, paid_cents: 0 }));

function addToSlots(
  slots: readonly Mutable<ReportSlot>[],
  paidAt: number,
  { sales = 0, paid_cents = 0 }: Partial<RevenueTotals>,
) {
  // Brasília is behind UTC.
  const local = new Date(paidAt - BRASILIA_OFFSET_MS);
  const slot = slots[local.getUTCDay() * 24 + local.getUTCHours()];
  if (!slot) return;
  slot.sales += sales;
  slot.paid_cents += paid_cents;
}

/** Counts each person once, in the sums of their first sale within the scope. */
function countBuyers(sales: CountedSale[], people: People) {
  sales.sort((a, b) => a.paidAt - b.paidAt);
  const seen = new Set<number>();
  const seenLeads = new Set<number>();
  for (const { person, isLeadOfPeriod, cells } of sales) {
    const one = people.find(person);
    if (!seen.has(one)) for (const cell of cells) cell.buyers += 1;
    seen.add(one);
    if (!isLeadOfPeriod || seenLeads.has(one)) continue;
    for (const cell of cells) cell.lead_buyers += 1;
    seenLeads.add(one);
  }
}

/** A creative's cost on days so long ago that nine of ten of its buyers have paid, and its first day with a cost. */
interface CreativeCost {
  readonly matureCost: number;
  readonly since: string;
}

/**
 * Returns the origins that have any number, with their profit and judgement.
 * @param costs of each creative that has a cost
 * @param end of the evidence, in ms since 1970
 */
function judgeOrigins(
  origins: readonly OriginRow[],
  costs: ReadonlyMap<string, CreativeCost>,
  end: number,
): ReportOrigin[] {
  const advertised = origins.filter(({ cost_cents }) => cost_cents > 0);
  const all = addUp<MoneyTotals>(NO_MONEY, advertised);
  return origins
    .filter((row) => Object.values(row).some((value) => typeof value === 'number' && value !== 0))
    .map((row) => {
      const { matureCost = 0, since = '' } = costs.get(creativeKey(row)) ?? {};
      const days = Math.max(1, Math.ceil((end - (startOfDay(since) ?? end)) / DAY_MS));
      const judgement = judgeCreative(row, all, { matureCost, days });
      const missing_evidence = judgement
        ? null
        : findMissingEvidence(row, all, { matureCost, days });
      return { ...row, ...toProfit(row), judgement, missing_evidence };
    })
    .sort(byProfit);
}
