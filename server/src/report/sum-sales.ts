import type { CreativeOrigin } from '@funil/contract/ads/origin-levels';
import { BRASILIA_OFFSET_MS, dayOf } from '@funil/contract/brasilia';
import { DAY_MS } from '@funil/contract/durations';
import type { Mutable } from '@funil/contract/report/origins';
import type { ReportMethod, ReportSlot, RevenueTotals } from '@funil/contract/report/report';
import { isLeadKey } from '../contacts/contact-ref.ts';
import { PersonGroups } from '../contacts/same-person.ts';
import type { VisitTotal } from '../visits/visit-totals.ts';
import {
  buyerKeysOf,
  type ChargeEvent,
  creativeOf,
  listChargeEvents,
  waitDaysOf,
} from './charge-events.ts';
import { getOrAdd } from './get-or-add.ts';
import type { CreativeSpend } from './join-spend.ts';
import { judgeOrigins } from './judge-creatives.ts';
import { LifetimeSums } from './lifetimes.ts';
import { MoneyGroups } from './money-groups.ts';
import { type MoneyTotals, NO_MONEY, type SalesTotals, waitPercentiles } from './money-totals.ts';
import type { OriginRow } from './origin-rows.ts';
import { isInPeriod, type TimeRange } from './period.ts';
import type { ReportedSale } from './read-sales.ts';
import type { ReportScope } from './report-data.ts';

export interface OriginCount extends CreativeOrigin {
  readonly count: number;
}

export interface PeriodCounts extends Pick<SalesTotals, 'hasNotices' | 'failedNotices'> {
  readonly leads: readonly OriginCount[];
  readonly applications: readonly OriginCount[];
  readonly visits: readonly (CreativeOrigin & Pick<VisitTotal, 'kind' | 'visits'>)[];
}

interface CountedSale {
  readonly person: number;
  readonly paidAt: number;
  /** False for applications. */
  readonly isLeadOfPeriod: boolean;
  readonly moneySums: readonly MoneyTotals[];
}

/** Adds up charges one by one, so that the sales need not stay in memory. */
export class SalesSums {
  readonly #isReportByLead: boolean;
  readonly #now: number;
  readonly #isInPeriod: (time: number) => boolean;
  /** The period's end, or now if that is earlier. */
  readonly #end: number;
  /** The end of the period, so that a judgement of past days can be reproduced. In a report by lead, this is now. */
  readonly #evidenceEnd: number;
  readonly #groups = new MoneyGroups();
  readonly #sumsByMethod = new Map<string, Mutable<ReportMethod>>();
  readonly #slots = Array.from(
    { length: 7 * 24 },
    (_, slot): Mutable<ReportSlot> => ({ slot, sales: 0, paid_cents: 0 }),
  );
  readonly #furtherPeriods;
  readonly buyers = new PersonGroups();
  readonly #lifetimes: LifetimeSums;
  readonly #sales: CountedSale[] = [];
  readonly #waits: number[] = [];
  /** Waits of all periods, because the period's newest leads have not had time for long waits. */
  readonly #usualWaits: number[] = [];
  #paidWithoutValue = 0;

  /** @param furtherPeriods only their totals are summed */
  constructor(
    { period, isReportByLead }: ReportScope,
    now: number,
    furtherPeriods: readonly TimeRange[] = [],
  ) {
    this.#isReportByLead = isReportByLead;
    this.#now = now;
    this.#isInPeriod = isInPeriod(period);
    this.#end = Math.min(period.until === null ? now : Date.parse(period.until), now);
    this.#evidenceEnd = isReportByLead ? now : this.#end;
    this.#furtherPeriods = furtherPeriods.map((further) => ({
      isInPeriod: isInPeriod(further),
      sum: { ...NO_MONEY },
      sales: [] as CountedSale[],
    }));
    this.#lifetimes = new LifetimeSums(this.buyers, now);
  }

  /** Returns the buyer's number in `buyers`. */
  add(sale: ReportedSale): number {
    const creative = creativeOf(sale);
    const leadAt = sale.lead_stored_at === null ? null : Date.parse(sale.lead_stored_at);
    const isLeadInPeriod = leadAt !== null && this.#isInPeriod(leadAt);
    const isLeadOfPeriod = isLeadInPeriod && isLeadKey(sale.contactKey ?? '');
    // A report by lead counts a lead's events whenever they happened.
    const isCounted = this.#isReportByLead ? () => isLeadInPeriod : this.#isInPeriod;
    const person = this.buyers.add(buyerKeysOf(sale));
    if (isCounted(Date.parse(sale.begun_at))) addToMethods(this.#sumsByMethod, sale);
    for (const event of listChargeEvents(sale)) {
      const { at, changes, earned_cents } = event;
      if (changes.charges || changes.refunded_cents) {
        this.#lifetimes.add(creative, { person, at, cents: earned_cents });
      }
      const waitDays = changes.sales ? waitDaysOf(sale, at) : null;
      if (waitDays !== null && at < this.#evidenceEnd) this.#usualWaits.push(waitDays);
      this.#addToFurtherPeriods(person, event);
      if (!isCounted(at)) continue;
      const day = dayOf(this.#isReportByLead && leadAt !== null ? leadAt : at);
      const moneySums = this.#groups.sumsOf(sale, creative, day);
      for (const sum of moneySums) addChanges(sum, changes);
      if (changes.charges && sale.value_cents === null) this.#paidWithoutValue += 1;
      if (changes.charges) addToSlots(this.#slots, event);
      if (!changes.sales) continue;
      this.#sales.push({ person, paidAt: at, isLeadOfPeriod, moneySums });
      if (waitDays !== null) this.#waits.push(waitDays);
    }
    return person;
  }

  #addToFurtherPeriods(person: number, { at, changes }: ChargeEvent) {
    for (const { isInPeriod, sum, sales } of this.#furtherPeriods) {
      if (!isInPeriod(at)) continue;
      addChanges(sum, changes);
      if (changes.sales)
        sales.push({ person, paidAt: at, isLeadOfPeriod: false, moneySums: [sum] });
    }
  }

  /**
   * Adds spend and counts, and returns all sums. Spend counts on its own day, even in a report by lead.
   * @param joinSpend distributes the spend among the given origins by their visits
   */
  finish(
    { leads, applications, visits, ...notices }: PeriodCounts,
    joinSpend: (origins: Iterable<OriginRow>) => Iterable<CreativeSpend>,
  ): SalesTotals {
    for (const { sales } of [{ sales: this.#sales }, ...this.#furtherPeriods]) {
      addBuyers(sales, this.buyers);
    }
    for (const { kind, visits: visitCount, ...creative } of visits) {
      if (kind === 'visit') this.#groups.originRow(creative).visits += visitCount;
      else if (kind === 'checkout') this.#groups.originRow(creative).checkouts += visitCount;
    }
    for (const row of leads) this.#groups.originRow(row).leads += row.count;
    for (const row of applications) this.#groups.originRow(row).applications += row.count;
    const { p90: usualWaitDays } = waitPercentiles({ waits: this.#usualWaits.sort(ascending) });
    const matureBefore = dayOf(this.#evidenceEnd - (usualWaitDays ?? 0) * DAY_MS);
    const costs = this.#groups.addSpend(joinSpend(this.#groups.origins.values()), matureBefore);
    const { origins, ...money } = this.#groups.list();
    return {
      ...notices,
      ...money,
      paidWithoutValue: this.#paidWithoutValue,
      origins: judgeOrigins(origins, costs, this.#evidenceEnd),
      methods: [...this.#sumsByMethod.values()].sort((a, b) => b.begun - a.begun),
      slots: this.#slots,
      lifetimes: this.#lifetimes.finish(),
      waits: this.#waits.sort(ascending),
      furtherPeriods: this.#furtherPeriods.map(({ sum }) => sum),
      usualWaitDays,
      isMaturing:
        this.#isReportByLead &&
        usualWaitDays !== null &&
        this.#now - this.#end < (usualWaitDays * DAY_MS) / 2,
    };
  }
}

const ascending = (a: number, b: number) => a - b;
function addChanges(sum: Mutable<RevenueTotals>, changes: Partial<RevenueTotals>) {
  for (const column of Object.keys(changes) as (keyof RevenueTotals)[]) {
    sum[column] += changes[column] ?? 0;
  }
}

function addToMethods(
  sumsByMethod: Map<string, Mutable<ReportMethod>>,
  { method, state, paid_at }: ReportedSale,
) {
  if (method === null || state === 'abandoned') return;
  // Notices write “google_pay” for what files call “Google Pay”.
  const key = method.replaceAll(/[ -]/g, '_');
  const row = getOrAdd(sumsByMethod, key, () => ({ method: key, begun: 0, paid: 0 }));
  row.begun += 1;
  if (paid_at !== null) row.paid += 1;
}

function addToSlots(slots: readonly Mutable<ReportSlot>[], { at, changes }: ChargeEvent) {
  const localTime = new Date(at - BRASILIA_OFFSET_MS);
  const slot = slots[localTime.getUTCDay() * 24 + localTime.getUTCHours()];
  if (!slot) return;
  slot.sales += changes.sales ?? 0;
  slot.paid_cents += changes.paid_cents ?? 0;
}

/** A buyer counts in the sums of the person's first sale. */
function addBuyers(sales: CountedSale[], people: PersonGroups) {
  sales.sort((a, b) => a.paidAt - b.paidAt);
  const seenBuyers = new Set<number>();
  const seenLeads = new Set<number>();
  for (const { person, isLeadOfPeriod, moneySums } of sales) {
    const personGroup = people.find(person);
    if (!seenBuyers.has(personGroup)) for (const sum of moneySums) sum.buyers += 1;
    seenBuyers.add(personGroup);
    if (!isLeadOfPeriod || seenLeads.has(personGroup)) continue;
    for (const sum of moneySums) sum.lead_buyers += 1;
    seenLeads.add(personGroup);
  }
}
