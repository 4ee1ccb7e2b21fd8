import { compareTexts } from '@funil/contract/characters';
import type { ReportTest } from '@funil/contract/page/page-test';
import type { FirstContact, RecentDays, ReportJson } from '@funil/contract/report/report';
import type { SalesTotals } from './money-totals.ts';
import { MAX_REPORT_DAYS, type TimeRange } from './period.ts';
import { groupStages, type StageRow, type StageSums } from './stage-sums.ts';

export interface ReportScope {
  readonly period: TimeRange;
  /** Whether to count the charges of the period's leads, whenever they were paid, instead of the period's charges. */
  readonly isReportByLead: boolean;
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
  leads: { stored: number; withVisit: number };
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

/** Of more than a year, only the latest days are returned. */
export const latestDays = ({ stages }: ReportData): { day: string; sum: StageSums }[] =>
  groupStages(stages, ({ day }) => day)
    .map(({ first, sum }) => ({ day: first.day, sum }))
    .sort((a, b) => compareTexts(a.day, b.day))
    .slice(-MAX_REPORT_DAYS);
