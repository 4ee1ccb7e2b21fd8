import type { CampaignOrigin, Creative } from '@funil/contract/ads/origin-levels';
import { reportedUtm } from '@funil/contract/ads/reported-utm';
import { compareTexts } from '@funil/contract/characters';
import { utmLabel } from '@funil/contract/console/labels';
import type { ReportTest } from '@funil/contract/page/page-test';
import { type Mutable, NO_ORIGIN_SUMS, NO_REVENUE, sumRows } from '@funil/contract/report/origins';
import type {
  FirstContact,
  MoneySums,
  OriginSums,
  RecentDays,
  ReportJson,
  ReportSlot,
  RevenueTotals as RevenueTotalsJson,
  StageCounts,
} from '@funil/contract/report/report';
import { MAX_REPORT_DAYS, type TimeRange } from './period.ts';

export interface ReportScope {
  readonly period: TimeRange;
  /** Whether to count the charges of the period's leads, whenever they were paid, instead of the period's charges. */
  readonly isDatedByLead: boolean;
}

export type StageSums = Mutable<StageCounts>;
export type ReportStage = keyof StageSums;

/** Returns a row with its UTMs as reports group them. */
export const withReportedUtms = <Row extends Creative>(row: Row): Row => ({
  ...row,
  source: reportedUtm(row.source),
  medium: reportedUtm(row.medium),
  campaign: reportedUtm(row.campaign),
  content: reportedUtm(row.content),
});

export interface StageRow extends CampaignOrigin, StageSums {
  day: string;
}

export interface LeadCounts {
  stored: number;
  withVisit: number;
}

/** Counts rows by the day in Brasília on which they were stored. */
export interface StoredDay {
  day: string;
  leads: number;
  applications: number;
}

type PageFacts = Pick<
  ReportJson,
  'revenue' | 'sections' | 'forms' | 'abandonment' | 'visit_hours' | 'vitals'
>;

export interface ReportData extends PageFacts {
  scope: ReportScope;
  stages: StageRow[];
  leads: LeadCounts;
  excluded: ReportJson['excluded'];
  /** Newest first; empty unless requested. */
  tests: ReportTest[];
  storedDays: StoredDay[];
  firstContacts: FirstContact[];
  salesTotals: SalesTotals;
  recent: RecentDays[];
  /** When the newest event in a visit was stored (ISO); null if no visit has an event. */
  countedUntil: string | null;
}

export const NO_STAGES: StageSums = {
  visits: 0,
  cta_clicks: 0,
  form_starts: 0,
  leads: 0,
  applications: 0,
  checkouts: 0,
  purchases: 0,
};

export const sumStages = (rows: readonly StageSums[]): StageSums => sumRows(NO_STAGES, rows);

export const groupStages = <Row extends StageSums>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): { first: Row; sum: StageSums }[] =>
  [...Map.groupBy(rows, keyOf).values()]
    .flatMap((group) => (group[0] ? [{ first: group[0], sum: sumStages(group) }] : []))
    .sort((a, b) => b.sum.visits - a.sum.visits);

/** Returns the sums of each day, sorted by day; of more than a year, only the latest days. */
export const latestDays = ({ stages }: ReportData): { day: string; sum: StageSums }[] =>
  groupStages(stages, ({ day }) => day)
    .map(({ first, sum }) => ({ day: first.day, sum }))
    .sort((a, b) => compareTexts(a.day, b.day))
    .slice(-MAX_REPORT_DAYS);

export const originKey = ({ source, medium, campaign }: CampaignOrigin): string =>
  JSON.stringify([source, medium, campaign]);

export const creativeKey = (creative: Creative): string => originKey(creative) + creative.content;

/** The name of the line for sales without a known lead, and for spend that matches no origin. */
export const WITHOUT_ORIGIN = 'sem origem';

export const describeOrigin = ({ source, medium, campaign }: CampaignOrigin): string =>
  [utmLabel('source', source), medium, campaign].filter(Boolean).join(' / ');

export type RevenueTotals = Mutable<RevenueTotalsJson>;

export type MoneyTotals = Mutable<MoneySums>;

export const NO_MONEY: MoneyTotals = {
  ...NO_REVENUE,
  buyers: 0,
  lead_buyers: 0,
  spend_cents: 0,
  cost_cents: 0,
};

export const sumMoney = (rows: Iterable<MoneyTotals>): MoneyTotals => sumRows(NO_MONEY, rows);

export type OriginRow = Creative & Mutable<OriginSums>;

export const makeOriginRow = ({ source, medium, campaign, content }: Creative): OriginRow => ({
  source,
  medium,
  campaign,
  content,
  ...NO_ORIGIN_SUMS,
});

/** The name is a day in Brasília, a platform or a product. */
export interface NamedMoney extends MoneyTotals {
  name: string;
}

/** The origin is null if unknown. */
export interface DailyMoney extends MoneyTotals {
  day: string;
  origin: CampaignOrigin | null;
}

export interface SalesTotals extends Pick<ReportJson, 'origins' | 'methods' | 'lifetimes'> {
  hasNotices: boolean;
  failedNotices: number;
  total: MoneyTotals;
  /** Sales without a known lead, and spend that matches no origin. */
  withoutOrigin: MoneyTotals;
  /** Paid charges without a value in reais. */
  withoutValue: number;
  /** Platforms and products are sorted by gross, highest first. */
  platforms: NamedMoney[];
  products: NamedMoney[];
  days: NamedMoney[];
  daily: DailyMoney[];
  slots: ReportSlot[];
  /** Days from lead to payment, sorted. */
  waits: number[];
  /** Sums of the requested further periods, without ad spend. */
  furtherPeriods: MoneyTotals[];
  /** Days within which nine in ten buyers of all periods pay after their lead; null if unknown. */
  usualWaitDays: number | null;
  isMaturing: boolean;
}

/** Returns the days from the lead within which half, and nine in ten, of the buyers paid. */
export const waitPercentiles = ({ waits }: Pick<SalesTotals, 'waits'>) => ({
  median: findPercentile(waits, 0.5),
  p90: findPercentile(waits, 0.9),
});

const findPercentile = (sortedNumbers: readonly number[], share: number): number | null =>
  sortedNumbers[Math.max(0, Math.ceil(sortedNumbers.length * share) - 1)] ?? null;
