import { ORIGIN_LEVELS } from '@funil/contract/ads/origin-levels';
import { addDays } from '@funil/contract/brasilia';
import type { DayRange } from '@funil/contract/list-page';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../api.ts';
import {
  keysOf,
  readDay,
  readOneOf,
  readText,
  type SearchOf,
  searchReader,
} from '../parts/search-params.ts';

export const PERIOD_PRESETS = {
  today: 'Hoje',
  week: '7 dias',
  days: '30 dias',
  month: 'Este mês',
} as const;
export type PeriodPreset = keyof typeof PERIOD_PRESETS;
export const DEFAULT_PERIOD: PeriodPreset = 'days';

const REPORT_SEARCH_FIELDS = {
  period: readOneOf(keysOf(PERIOD_PRESETS)),
  from: readDay,
  until: readDay,
  by: readOneOf(['lead']),
  level: readOneOf(keysOf(ORIGIN_LEVELS)),
  sort: readText,
};

/**
 * Parameters of the URL: a preset or two dates (by default the last 30 days), whether sales count on the day of their
 * lead, and the table's level and order.
 */
export type ReportSearch = SearchOf<typeof REPORT_SEARCH_FIELDS>;
const readFields = searchReader(REPORT_SEARCH_FIELDS);

export function readReportSearch(query: Record<string, unknown>): ReportSearch {
  const { period, from, until, ...view } = readFields(query);
  if (from && until) return { ...view, from, until };
  return period ? { ...view, period } : view;
}

export function daysOfSearch(
  { period = DEFAULT_PERIOD, from, until }: ReportSearch,
  today: string,
): DayRange {
  if (from !== undefined && until !== undefined) return { from, until };
  const firstDays = {
    today,
    week: addDays(today, -6),
    days: addDays(today, -29),
    month: `${today.slice(0, 8)}01`,
  };
  return { from: firstDays[period], until: today };
}

export const reportQuery = ({ from, until }: DayRange, isReportByLead: boolean) =>
  queryOptions({
    // The report has no tables, because after a change `live/refresh.ts` only marks it as stale.
    ...routeQuery('GET report', ['report', from, until, isReportByLead], [], {
      query: { from, until, compare: '1', ...(isReportByLead && { by_lead: '1' }) },
    }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
