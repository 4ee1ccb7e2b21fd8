import { HOUR_MS } from '@funil/contract/durations';
import { type RawBuilder, sql } from 'kysely';
import type { DialectName } from '../store/database.ts';

/** Hours that Brasília is behind UTC. It keeps no summer time any more (2019, Decreto 9.772). */
const HOURS_BEHIND = 3;
export const BEHIND = HOURS_BEHIND * HOUR_MS;
export const ONE_OFFSET_SINCE = Date.parse('2019-03-01T00:00:00Z');

/** When a day of Brasília, `AAAA-MM-DD`, begins; null for what is no day of the calendar. */
export function startOfDay(day: string): number | null {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // 31 February is read as 3 March.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return isDay ? midnight + BEHIND : null;
}

/** The day of Brasília a moment falls on; empty for one that is on no calendar. */
export function localDay(moment: RawBuilder<unknown>, dialect: DialectName) {
  return dialect === 'postgres'
    ? sql`case when isfinite(${moment}) then
        to_char(${moment} at time zone 'UTC' - interval '${sql.raw(String(HOURS_BEHIND))} hours', 'YYYY-MM-DD') else '' end`
    : sql`coalesce(date(${moment}, ${sql.lit(`-${HOURS_BEHIND} hours`)}), '')`;
}
