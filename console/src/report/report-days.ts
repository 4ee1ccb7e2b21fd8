import { DAY_MS } from '@funil/contract/durations';
import type { Preset, ReportSearch } from './report-search.ts';

/** The first and the last day of a report, AAAA-MM-DD. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** The days of a preset, up to today. */
export function daysOf(preset: Preset, today: string): Days {
  const first = {
    today,
    week: addDays(today, -6),
    days: addDays(today, -29),
    month: `${today.slice(0, 8)}01`,
  };
  return { from: first[preset], until: today };
}

/** The days that an address asks for. */
export const readDays = ({ period = 'days', from, until }: ReportSearch, today: string): Days =>
  from !== undefined && until !== undefined ? { from, until } : daysOf(period, today);

export const countDays = ({ from, until }: Days): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS) + 1;

/** As many days right before, as the server compares with. */
export function daysBefore(days: Days): Days {
  const count = countDays(days);
  return { from: addDays(days.from, -count), until: addDays(days.from, -1) };
}

const dayMonth = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
});
const weekday = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', weekday: 'short' });

/** `12 nov`. */
export const nameDay = (day: string): string =>
  dayMonth.format(new Date(day)).replaceAll('.', '').replace(' de ', ' ');

/** `qui`. */
export const nameWeekday = (day: string): string => weekday.format(new Date(day)).replace('.', '');

/** `23 out a 21 nov`, or one day. */
export const nameDays = ({ from, until }: Days): string =>
  from === until ? nameDay(from) : `${nameDay(from)} a ${nameDay(until)}`;
