import { compareTexts } from '@funil/contract/characters';
import { utmLabel } from '@funil/contract/console/labels';
import { addUp, type Mutable, NO_ORIGIN_SUMS, NO_REVENUE } from '@funil/contract/console/origins';
import type { ReportTest } from '@funil/contract/console/page-test';
import type {
  FirstContact,
  MoneySums,
  OriginSums,
  RecentDays,
  ReportJson,
  ReportSlot,
  RevenueTotals as RevenueTotalsJson,
  StageCounts,
} from '@funil/contract/console/report';
import { MAX_REPORT_DAYS, type Period } from './period.ts';

/** The charges that a report counts. */
export interface ReportScope {
  readonly period: Period;
  /** Whether the charges of the period's leads count, whenever they happened, instead of the period's charges. */
  readonly isDatedByLead: boolean;
}

/** Numbers of visits that reached each stage. */
export type Stages = Mutable<StageCounts>;
export type Stage = keyof Stages;

export interface CampaignOrigin {
  source: string;
  medium: string;
  campaign: string;
}

/** An origin with its advertisement, `utm_content`. */
export interface Creative extends CampaignOrigin {
  content: string;
}

/** The visits of one origin on one day of Brasília, `AAAA-MM-DD`. */
export interface StageRow extends CampaignOrigin, Stages {
  day: string;
}

/** Numbers of stored leads. */
export interface LeadCount {
  stored: number;
  /** Leads whose visit is known. */
  withVisit: number;
}

/** Leads and applications that were stored on a day of Brasília, `AAAA-MM-DD`. */
export interface StoredDay {
  day: string;
  leads: number;
  applications: number;
}

/** The visitors' actions on the page, as the JSON has them. */
type PageFacts = Pick<
  ReportJson,
  'revenue' | 'sections' | 'forms' | 'abandonment' | 'visit_hours' | 'vitals'
>;

/** All data of a report. */
export interface ReportData extends PageFacts {
  scope: ReportScope;
  stages: StageRow[];
  leads: LeadCount;
  excluded: ReportJson['excluded'];
  /** The tests of two versions, the newest first; empty unless requested. */
  tests: ReportTest[];
  storedDays: StoredDay[];
  firstContacts: FirstContact[];
  salesTotals: SalesTotals;
  /** The money of recent days; empty unless requested. */
  recent: RecentDays[];
  /** When the newest event in a visit was stored, in ISO; null: no visit has an event. */
  countedUntil: string | null;
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
    .sort((a, b) => compareTexts(a.day, b.day))
    .slice(-MAX_REPORT_DAYS);

export const originKey = ({ source, medium, campaign }: CampaignOrigin): string =>
  JSON.stringify([source, medium, campaign]);

export const creativeKey = (creative: Creative): string => originKey(creative) + creative.content;

/** The origin of sales without a known lead, and of spend that no origin names. */
export const WITHOUT_ORIGIN = 'sem origem';

/** Returns an origin for people: `instagram / social / lancamento`. */
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

export const addMoney = (rows: Iterable<MoneyTotals>): MoneyTotals => addUp(NO_MONEY, rows);

/** The sums of one creative. */
export type OriginRow = Creative & Mutable<OriginSums>;

export const makeOriginRow = ({ source, medium, campaign, content }: Creative): OriginRow => ({
  source,
  medium,
  campaign,
  content,
  ...NO_ORIGIN_SUMS,
});

/** The money of a day of Brasília, a platform or a product. */
export interface NamedMoney extends MoneyTotals {
  name: string;
}

/** The money of a day of Brasília, `AAAA-MM-DD`, and an origin; null: unknown. */
export interface DailyMoney extends MoneyTotals {
  day: string;
  origin: CampaignOrigin | null;
}

/** Sums of the charges that the checkout platforms reported, and of ad spend. */
export interface SalesTotals extends Pick<ReportJson, 'origins' | 'methods' | 'lifetimes'> {
  /** Whether any notice has ever arrived. */
  hasNotices: boolean;
  /** Notices that could not be read, and count nowhere. */
  failedNotices: number;
  total: MoneyTotals;
  /** Sales without a known lead; spend that no origin names. */
  withoutOrigin: MoneyTotals;
  /** Paid charges without a value in reais. */
  withoutValue: number;
  /** Platforms and products are sorted by gross, the highest first. */
  platforms: NamedMoney[];
  products: NamedMoney[];
  /** The days in their order. */
  days: NamedMoney[];
  daily: DailyMoney[];
  /** The hours of a week, from Sunday 0h. */
  slots: ReportSlot[];
  /** Days from lead to payment, sorted, of the counted sales. */
  waits: number[];
  /** The money of further periods that were requested, without the spend on ads. */
  furtherPeriods: MoneyTotals[];
  /** The days within which nine of ten buyers of all periods pay after their lead; null: unknown. */
  usualWaitDays: number | null;
  isMaturing: boolean;
}

/** Returns within how many days after the lead half, and nine of ten, of the buyers paid. */
export const waitPercentiles = ({ waits }: Pick<SalesTotals, 'waits'>) => ({
  median: findPercentile(waits, 0.5),
  p90: findPercentile(waits, 0.9),
});

const findPercentile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;

/** Returns a map's value for a key; a missing value is made and added. */
export function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const value = make();
  map.set(key, value);
  return value;
}
