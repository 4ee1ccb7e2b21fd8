import type {
  OriginSum,
  ReportAbandonment,
  ReportForm,
  ReportRevenue,
  ReportSection,
  ReportVital,
  StageCounts,
  RevenueTotals as TakingsOf,
} from '@funil/contract/console/report';
import { MAX_DAYS } from './period.ts';

type Mutable<Row> = { -readonly [Column in keyof Row]: Row[Column] };

/** What each visit of a group reached: numbers of visits. */
export type Stages = Mutable<StageCounts>;
export type Stage = keyof Stages;

export interface Origin {
  source: string;
  medium: string;
  campaign: string;
}

/** An origin down to the piece of advertising, `utm_content`. */
export interface Creative extends Origin {
  content: string;
}

/** The visits of one origin on one day of Brasília, `AAAA-MM-DD`. */
export interface StageRow extends Origin, Stages {
  day: string;
}

/** Leads as their own table holds them. */
export interface LeadCount {
  stored: number;
  /** Those of them whose visit is known. */
  withVisit: number;
}

/** Everything the report shows, as the database tells it. */
export interface ReportData {
  stages: StageRow[];
  revenue: ReportRevenue[];
  sections: ReportSection[];
  forms: ReportForm[];
  abandonment: ReportAbandonment[];
  vitals: ReportVital[];
  leads: LeadCount;
  money: MoneyData;
  /** Events, about, that are in no visit yet. */
  unread: number;
}

export const NO_STAGES: Stages = {
  visits: 0,
  cta_clicks: 0,
  form_starts: 0,
  leads: 0,
  applications: 0,
  checkouts: 0,
  purchases: 0,
};

/** Adds the numbers of rows, by the columns of `zero`. */
function addUp<Sum extends { [Column in keyof Sum]: number }>(
  zero: Sum,
  rows: readonly Sum[],
): Sum {
  const sum = { ...zero };
  for (const row of rows) addTo(sum, row, zero);
  return sum;
}

function addTo<Sum extends { [Column in keyof Sum]: number }>(sum: Sum, more: Sum, zero: Sum) {
  for (const column of Object.keys(zero) as (keyof Sum)[]) {
    sum[column] = (sum[column] + more[column]) as Sum[keyof Sum];
  }
}

export const addStages = (rows: readonly Stages[]): Stages => addUp(NO_STAGES, rows);

/** Rows added up by what `keyOf` says of them, largest group first. */
export function groupStages<Row extends Stages>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): { first: Row; sum: Stages }[] {
  return [...Map.groupBy(rows, keyOf).values()]
    .flatMap((group) => (group[0] ? [{ first: group[0], sum: addStages(group) }] : []))
    .sort((a, b) => b.sum.visits - a.sum.visits);
}

/** The visits of each day, in order; of more days than a year's, the latest. */
export function latestDays({ stages }: ReportData): { day: string; sum: Stages }[] {
  return groupStages(stages, ({ day }) => day)
    .map(({ first, sum }) => ({ day: first.day, sum }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .slice(-MAX_DAYS);
}

export const originKey = ({ source, medium, campaign }: Origin): string =>
  JSON.stringify([source, medium, campaign]);

/** Stands for the origin of sales whose lead is not known. */
export const WITHOUT_ORIGIN = 'sem origem';

/** An origin as a person reads it: `instagram / social / lancamento`. */
export const describeOrigin = ({ source, medium, campaign }: Origin): string =>
  [source, medium, campaign].filter((part) => part !== '').join(' / ') || 'desconhecida';

/** What sales come to. Amounts are whole centavos of reais; a value that nobody told adds nothing. */
export type RevenueTotals = Mutable<TakingsOf>;

/** All that one creative brought: visits by their first event, leads and sales by the lead's own UTMs. */
export type OriginRow = Mutable<OriginSum> & RevenueTotals;

/** The sales of a day of Brasília, a platform or a product. */
export interface NamedTakings extends RevenueTotals {
  name: string;
}

export interface DailyTakings extends RevenueTotals {
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
  total: RevenueTotals;
  /** Sales whose lead is not known. */
  withoutOrigin: RevenueTotals;
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

export const NO_TAKINGS: RevenueTotals = {
  ...{ pending: 0, sales: 0, refunded: 0 },
  ...{ paid_cents: 0, refunded_cents: 0, pending_cents: 0 },
};

/** Adds the sales of one to the other's. */
export const addTakings = (sum: RevenueTotals, more: RevenueTotals): void =>
  addTo(sum, more, NO_TAKINGS);
export const sumTakings = (rows: readonly RevenueTotals[]): RevenueTotals =>
  addUp(NO_TAKINGS, rows);

/** What an origin of any width brought. */
export type Brought = Omit<OriginRow, keyof Creative>;

const NONE_BROUGHT: Brought = {
  ...{ visits: 0, checkouts: 0, leads: 0, applications: 0 },
  ...NO_TAKINGS,
};

export const creativeKey = (creative: Creative): string => originKey(creative) + creative.content;

export const makeOrigin = ({ source, medium, campaign, content }: Creative): OriginRow => ({
  ...{ source, medium, campaign, content, ...NONE_BROUGHT },
});

/** Most revenue first; where there is none, most sales, leads, visits. */
export const byRevenue = (a: Brought, b: Brought): number =>
  b.paid_cents - a.paid_cents || b.sales - a.sales || b.leads - a.leads || b.visits - a.visits;

/** Adds up origins that `nameOf` gives the same name, largest revenue first. */
export function groupOrigins(
  origins: readonly OriginRow[],
  nameOf: (origin: Creative) => string,
): (OriginRow & { name: string })[] {
  const groups = new Map<string, OriginRow & { name: string }>();
  for (const origin of origins) {
    const name = nameOf(origin);
    const group = groups.get(name) ?? { name, ...makeOrigin(origin) };
    addTo<Brought>(group, origin, NONE_BROUGHT);
    groups.set(name, group);
  }
  return [...groups.values()].toSorted(byRevenue);
}

/** In how many days half of the buyers, and nine of ten, paid after becoming leads. */
export const waitPercentiles = ({ waits }: MoneyData) => ({
  median: percentile(waits, 0.5),
  p90: percentile(waits, 0.9),
});

/** The value that a share of the sorted values does not exceed; null where there are none. */
export const percentile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
