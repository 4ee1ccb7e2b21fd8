import type { MoneyData } from './money.ts';

/** What each visit of a group reached: numbers of visits. */
export interface Stages {
  visits: number;
  /** Pressed a button that opens a form. */
  cta: number;
  /** Typed in the lead dialog. */
  formStart: number;
  /** Left name and number. */
  leads: number;
  /** Went on to the checkout. */
  checkout: number;
  /** Came back having paid. */
  purchases: number;
  /** Sent an application for the mentoring programme. */
  applications: number;
}

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

export interface RevenueRow extends Origin {
  /** ISO 4217. */
  currency: string;
  /** Transactions, each counted once. */
  transactions: number;
  /** In the currency's main unit. */
  value: number;
}

export interface SectionRow {
  section: string;
  /** Visits that had it in view. */
  visits: number;
  /** Mean time in view of those, in seconds. */
  seconds: number;
}

/** A form's visits that began it, finished it, and gave it up for good. */
export interface FormRow {
  form: string;
  started: number;
  completed: number;
}

export interface AbandonmentRow {
  form: string;
  /** From 0; null for a form of one step. */
  step: number | null;
  field: string;
  visits: number;
}

export interface VitalRow extends Origin {
  metric: 'LCP' | 'INP' | 'CLS';
  /** The value that three quarters of the visits do not exceed: ms, or no unit for CLS. */
  p75: number;
  samples: number;
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
  revenue: RevenueRow[];
  sections: SectionRow[];
  forms: FormRow[];
  abandonment: AbandonmentRow[];
  vitals: VitalRow[];
  leads: LeadCount;
  money: MoneyData;
  /** Events, about, that are in no visit yet. */
  unread: number;
}

export const NO_STAGES: Stages = {
  visits: 0,
  cta: 0,
  formStart: 0,
  leads: 0,
  checkout: 0,
  purchases: 0,
  applications: 0,
};

export function addStages(rows: readonly Stages[]): Stages {
  const sum = { ...NO_STAGES };
  for (const row of rows) {
    for (const stage of Object.keys(sum) as (keyof Stages)[]) sum[stage] += row[stage];
  }
  return sum;
}

/** Rows added up by what `keyOf` says of them, largest group first. */
export function groupStages<Row extends Stages>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): { first: Row; sum: Stages }[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()]
    .flatMap((group) => (group[0] ? [{ first: group[0], sum: addStages(group) }] : []))
    .sort((a, b) => b.sum.visits - a.sum.visits);
}

/** Most days that are drawn and listed: the clocks of visitors claim any. */
export const MOST_DAYS = 366;

/** The visits of each day, in order; of more days than a year's, the latest. */
export function latestDays({ stages }: ReportData): { day: string; sum: Stages }[] {
  return groupStages(stages, ({ day }) => day)
    .map(({ first, sum }) => ({ day: first.day, sum }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .slice(-MOST_DAYS);
}

export const originKey = ({ source, medium, campaign }: Origin): string =>
  JSON.stringify([source, medium, campaign]);

/** Stands for the origin of sales whose lead is not known. */
export const WITHOUT_ORIGIN = 'sem origem';

/** An origin as a person reads it: `instagram / social / lancamento`. */
export const describeOrigin = ({ source, medium, campaign }: Origin): string =>
  [source, medium, campaign].filter((part) => part !== '').join(' / ') || 'desconhecida';
