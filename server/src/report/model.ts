import type {
  OriginSum,
  ReportAbandonment,
  ReportForm,
  ReportRevenue,
  ReportSection,
  ReportVital,
  RevenueTotals as RevenueTotalsJson,
  StageCounts,
} from '@funil/contract/console/report';
import { MAX_DAYS } from './period.ts';

type Mutable<Row> = { -readonly [Column in keyof Row]: Row[Column] };

/** Numbers of visits that reached each stage. */
export type Stages = Mutable<StageCounts>;
export type Stage = keyof Stages;

export interface Origin {
  source: string;
  medium: string;
  campaign: string;
}

/** An origin with its advertisement, `utm_content`. */
export interface Creative extends Origin {
  content: string;
}

/** The visits of one origin on one day of Brasília, `AAAA-MM-DD`. */
export interface StageRow extends Origin, Stages {
  day: string;
}

/** Numbers of stored leads. */
export interface LeadCount {
  stored: number;
  /** Leads whose visit is known. */
  withVisit: number;
}

/** Everything that the report shows. */
export interface ReportData {
  stages: StageRow[];
  revenue: ReportRevenue[];
  sections: ReportSection[];
  forms: ReportForm[];
  abandonment: ReportAbandonment[];
  vitals: ReportVital[];
  leads: LeadCount;
  salesTotals: SalesTotals;
  /** About how many events are in no visit yet. */
  unreadEvents: number;
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

/** Adds up the columns of `zero`. */
function addUp<Sum extends { [Column in keyof Sum]: number }>(
  zero: Sum,
  rows: readonly Sum[],
): Sum {
  const sum = { ...zero };
  for (const row of rows) {
    for (const column of Object.keys(zero) as (keyof Sum)[]) {
      sum[column] = (sum[column] + row[column]) as Sum[keyof Sum];
    }
  }
  return sum;
}

export const addStages = (rows: readonly Stages[]): Stages => addUp(NO_STAGES, rows);

/** Adds up the rows with the same key, most visits first. */
export const groupStages = <Row extends Stages>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): { first: Row; sum: Stages }[] =>
  [...Map.groupBy(rows, keyOf).values()]
    .flatMap((group) => (group[0] ? [{ first: group[0], sum: addStages(group) }] : []))
    .sort((a, b) => b.sum.visits - a.sum.visits);

/** Returns the visits of each day in order; the latest days if they span more than a year. */
export const latestDays = ({ stages }: ReportData): { day: string; sum: Stages }[] =>
  groupStages(stages, ({ day }) => day)
    .map(({ first, sum }) => ({ day: first.day, sum }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .slice(-MAX_DAYS);

export const originKey = ({ source, medium, campaign }: Origin): string =>
  JSON.stringify([source, medium, campaign]);

/** The origin of sales without a known lead. */
export const WITHOUT_ORIGIN = 'sem origem';

/** Returns an origin for people: `instagram / social / lancamento`. */
export const describeOrigin = ({ source, medium, campaign }: Origin): string =>
  [source, medium, campaign].filter((part) => part !== '').join(' / ') || 'desconhecida';

/** Sums of sales. Amounts are whole centavos of reais; a sale without a value adds 0. */
export type RevenueTotals = Mutable<RevenueTotalsJson>;

/** The sums of one creative: visits by their first event, leads and sales by the lead's UTMs. */
export type OriginRow = Mutable<OriginSum> & RevenueTotals;

/** The sales of a day of Brasília, a platform or a product. */
export interface NamedRevenue extends RevenueTotals {
  name: string;
}

/** The sales of a day of Brasília, `AAAA-MM-DD`, and an origin; null: the lead is unknown. */
export interface DailyRevenue extends RevenueTotals {
  day: string;
  origin: Origin | null;
}

/** Sums of the sales that the checkout platforms reported. */
export interface SalesTotals {
  /** Whether any notice has ever arrived. */
  hasNotices: boolean;
  /** Notices that could not be read, and count nowhere. */
  failedNotices: number;
  total: RevenueTotals;
  /** Sales without a known lead. */
  withoutOrigin: RevenueTotals;
  /** Sales paid in the period without a value in reais. */
  withoutValue: number;
  /** Highest revenue first. */
  origins: OriginRow[];
  platforms: NamedRevenue[];
  products: NamedRevenue[];
  /** In order. */
  days: NamedRevenue[];
  daily: DailyRevenue[];
  /** Days from lead to payment, sorted, of sales paid in the period. */
  waits: number[];
}

export const NO_REVENUE: RevenueTotals = {
  pending: 0,
  sales: 0,
  refunded: 0,
  paid_cents: 0,
  refunded_cents: 0,
  pending_cents: 0,
};

export const addRevenue = (rows: readonly RevenueTotals[]): RevenueTotals =>
  addUp(NO_REVENUE, rows);

/** The sums of an origin, without its names. */
export type OriginTotals = Omit<OriginRow, keyof Creative>;

export const NO_ORIGIN_TOTALS: OriginTotals = {
  visits: 0,
  checkouts: 0,
  leads: 0,
  applications: 0,
  ...NO_REVENUE,
};

export const creativeKey = (creative: Creative): string => originKey(creative) + creative.content;

/** Highest revenue first; of equals most sales, leads, visits. */
const byRevenue = (a: OriginTotals, b: OriginTotals): number =>
  b.paid_cents - a.paid_cents || b.sales - a.sales || b.leads - a.leads || b.visits - a.visits;

/** Adds up the origins with the same name, highest revenue first. */
export const groupOrigins = (
  origins: readonly OriginRow[],
  nameOf: (origin: Creative) => string,
): (OriginRow & { name: string })[] =>
  [...Map.groupBy(origins, nameOf)]
    .flatMap(([name, group]) =>
      group[0] ? [{ ...group[0], ...addUp<OriginTotals>(NO_ORIGIN_TOTALS, group), name }] : [],
    )
    .sort(byRevenue);

/** Returns within how many days after the lead half, and nine of ten, of the buyers paid. */
export const waitPercentiles = ({ waits }: Pick<SalesTotals, 'waits'>) => ({
  median: percentile(waits, 0.5),
  p90: percentile(waits, 0.9),
});

const percentile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
