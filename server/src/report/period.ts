import { addDays, dayOf, startOfDay } from '@funil/contract/brasilia';
import { DAY_MS } from '@funil/contract/durations';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** ISO times; `until` is excluded. Null: no limit on that side. */
export interface TimeRange {
  readonly from: string | null;
  readonly until: string | null;
}

/** Days in Brasília, both included; undefined: no limit on that side. */
export interface DayLimits {
  readonly first: string | undefined;
  readonly last: string | undefined;
}

type PeriodResult =
  | { readonly ok: true; readonly period: TimeRange }
  | { readonly ok: false; readonly reason: 'no-day'; readonly which: keyof DayLimits }
  | { readonly ok: false; readonly reason: 'reversed' };

export function readPeriod({ first, last }: DayLimits): PeriodResult {
  const from = first === undefined ? undefined : startOfDay(first);
  const until = last === undefined ? undefined : startOfDay(last);
  if (from === null) return { ok: false, reason: 'no-day', which: 'first' };
  if (until === null) return { ok: false, reason: 'no-day', which: 'last' };
  if (from !== undefined && until !== undefined && from > until) {
    return { ok: false, reason: 'reversed' };
  }
  const period = {
    from: from === undefined ? null : new Date(from).toISOString(),
    until: until === undefined ? null : new Date(until + DAY_MS).toISOString(),
  };
  return { ok: true, period };
}

/** Returns today, yesterday and the last seven days in Brasília, each with as many days before. */
export function listRecentPeriods(now: number): TimeRange[] {
  const midnight = startOfDay(dayOf(now)) ?? now;
  const startOf = (daysAgo: number) => new Date(midnight - daysAgo * DAY_MS).toISOString();
  const daysAgo = (first: number, last: number) => ({
    from: startOf(first),
    until: startOf(last - 1),
  });
  const [today, yesterday, week] = [daysAgo(0, 0), daysAgo(1, 1), daysAgo(6, 0)];
  return [today, yesterday, yesterday, daysAgo(2, 2), week, daysAgo(13, 7)];
}

/** Limits lists of days, because visitors' clocks may claim any day. */
export const MAX_REPORT_DAYS = 366;

/** Returns at most the latest `MAX_REPORT_DAYS` days; none if either day is invalid. */
export function listDays(first: string, last: string): string[] {
  const [firstMs, lastMs] = [startOfDay(first), startOfDay(last)];
  if (firstMs === null || lastMs === null) return [];
  const count = Math.min(Math.round((lastMs - firstMs) / DAY_MS) + 1, MAX_REPORT_DAYS);
  return Array.from({ length: Math.max(count, 0) }, (_, index) => addDays(last, index + 1 - count));
}

export function isInPeriod({ from, until }: TimeRange): (time: number) => boolean {
  const start = from === null ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const end = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
  return (time) => time >= start && time < end;
}

/** Returns the condition that a column is in the period; the column may hold ISO times or ms. */
export function periodCondition(
  time: RawBuilder<unknown>,
  { from, until }: Readonly<Record<keyof TimeRange, string | number | null>>,
): RawBuilder<SqlBool> {
  const start = from === null ? sql`` : sql` and ${time} >= ${from}`;
  const end = until === null ? sql`` : sql` and ${time} < ${until}`;
  return sql<SqlBool>`${time} is not null${start}${end}`;
}
