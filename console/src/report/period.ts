import type { OriginSum, ReportAnswer, ReportOriginsAnswer } from '@funil/contract/console/report';
import { DAY_MS } from '@funil/contract/durations';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import { formatDay } from '../parts/format-time.ts';
import { day, keysOf, oneOf, type SearchOf, searchReader } from '../parts/search-params.ts';

export const PRESETS = {
  today: 'Hoje',
  week: '7 dias',
  days: '30 dias',
  month: 'Este mês',
} as const;
export type Preset = keyof typeof PRESETS;

const FIELDS = { period: oneOf(keysOf(PRESETS)), from: day, until: day };

/** The days of the report, as they stand in the address: a preset, or two days; neither: the last 30 days. */
export type ReportSearch = SearchOf<typeof FIELDS>;
const readFields = searchReader(FIELDS);

export function readReportSearch(query: Record<string, unknown>): ReportSearch {
  const { period, from, until } = readFields(query);
  if (from && until) return { from, until };
  return period ? { period } : {};
}

/** The first and the last day of a report, AAAA-MM-DD. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** Returns the days of a preset, up to today. */
function daysOf(preset: Preset, today: string): Days {
  const first = {
    today,
    week: addDays(today, -6),
    days: addDays(today, -29),
    month: `${today.slice(0, 8)}01`,
  };
  return { from: first[preset], until: today };
}

/** Returns the days that an address asks for. */
export const readDays = ({ period = 'days', from, until }: ReportSearch, today: string): Days =>
  from !== undefined && until !== undefined ? { from, until } : daysOf(period, today);

/** Returns as many days right before, as the server compares with. */
export function daysBefore({ from, until }: Days): Days {
  const count = Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS) + 1;
  return { from: addDays(from, -count), until: addDays(from, -1) };
}

/** `23 out a 21 nov`, or one day. */
export const nameDays = ({ from, until }: Days): string =>
  from === until ? formatDay(from) : `${formatDay(from)} a ${formatDay(until)}`;

/** The report of some days, beside as many before. */
export const reportQuery = ({ from, until }: Days) =>
  queryOptions({
    queryKey: ['report', from, until],
    queryFn: ({ signal }) =>
      call<ReportAnswer>('report', { query: { from, until, compare: '1' }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** The results of each creative of a campaign. */
export const creativesQuery = ({ from, until }: Days, origin: OriginSum) => {
  const { source, medium, campaign } = origin;
  return queryOptions({
    queryKey: ['report', from, until, source, medium, campaign],
    queryFn: ({ signal }) =>
      call<ReportOriginsAnswer>('report/origins', {
        query: { from, until, source, medium, campaign },
        signal,
      }),
    staleTime: 60_000,
  });
};
