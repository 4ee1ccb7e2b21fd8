import { type Creative, type Origin, originKey } from './model.ts';

/** What sales come to. Amounts are whole centavos of reais; a value that nobody told adds nothing. */
export interface Takings {
  /** Pix and boletos issued in the period, whatever came of them. */
  issued: number;
  /** Sales paid in the period, also those whose money went back later. */
  paid: number;
  /** Sales whose money went back in the period, whenever they were paid. */
  refunded: number;
  paidCents: number;
  refundedCents: number;
  /** What was issued in the period and is still to be paid. */
  pendingCents: number;
}

/** All that one creative brought: visits by their first event, leads and sales by the lead's own UTMs. */
export interface OriginRow extends Creative, Takings {
  visits: number;
  checkouts: number;
  leads: number;
  applications: number;
}

/** The sales of a day of Brasília, a platform or a product. */
export interface NamedTakings extends Takings {
  name: string;
}

export interface DailyTakings extends Takings {
  /** Of Brasília, AAAA-MM-DD. */
  day: string;
  /** Null: the sale's lead is not known. */
  origin: Origin | null;
}

/** What is known of money, made of what the checkouts' platforms tell. */
export interface MoneyData {
  /** Whether any notice of a platform ever came. */
  hasNotices: boolean;
  /** Notices that nobody could read so far: what they tell counts nowhere. */
  notUnderstood: number;
  total: Takings;
  /** Sales whose lead is not known. */
  withoutOrigin: Takings;
  /** Paid in the period, and no value in reais is known. */
  withoutValue: number;
  /** Largest revenue first. */
  origins: OriginRow[];
  platforms: NamedTakings[];
  products: NamedTakings[];
  /** In order. */
  days: NamedTakings[];
  /** The same by day and origin. */
  daily: DailyTakings[];
  /** From the lead to its payment, in days, in order: sales paid in the period. */
  waits: number[];
}

export const NO_TAKINGS: Takings = {
  issued: 0,
  paid: 0,
  refunded: 0,
  paidCents: 0,
  refundedCents: 0,
  pendingCents: 0,
};

/** Adds the sales of one to the other's. */
export function addTakings(sum: Takings, more: Takings): void {
  sum.issued += more.issued;
  sum.paid += more.paid;
  sum.refunded += more.refunded;
  sum.paidCents += more.paidCents;
  sum.refundedCents += more.refundedCents;
  sum.pendingCents += more.pendingCents;
}

/** What an origin of any width brought. */
export type Brought = Omit<OriginRow, keyof Creative>;

export function addBrought(sum: Brought, more: Brought): void {
  addTakings(sum, more);
  sum.visits += more.visits;
  sum.checkouts += more.checkouts;
  sum.leads += more.leads;
  sum.applications += more.applications;
}

export const noneBrought = (): Brought => ({
  ...{ visits: 0, checkouts: 0, leads: 0, applications: 0 },
  ...NO_TAKINGS,
});

export const creativeKey = (creative: Creative): string => originKey(creative) + creative.content;

/** Most revenue first; where there is none, most sales, leads, visits. */
export const byRevenue = (a: Brought, b: Brought): number =>
  b.paidCents - a.paidCents || b.paid - a.paid || b.leads - a.leads || b.visits - a.visits;

/** Origins added up by the name that `nameOf` gives them, largest revenue first. */
export function groupOrigins(
  origins: readonly OriginRow[],
  nameOf: (origin: Origin & Creative) => string,
): (Brought & { name: string })[] {
  const groups = new Map<string, Brought & { name: string }>();
  for (const origin of origins) {
    const name = nameOf(origin);
    const group = groups.get(name) ?? { name, ...noneBrought() };
    addBrought(group, origin);
    groups.set(name, group);
  }
  return [...groups.values()].toSorted(byRevenue);
}

/** The value that a share of the sorted values does not exceed; null where there are none. */
export const percentile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
