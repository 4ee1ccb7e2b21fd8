import { DAY_MS, HOUR_MS } from './durations.ts';

/** The time zone of all days that the product shows, except for the spend's, which is the ad account's. */
export const BRASILIA_TIME_ZONE = 'America/Sao_Paulo';
/** Brasília is this far behind UTC, without daylight saving time since 2019 (Decreto 9.772). */
export const BRASILIA_OFFSET_MS = 3 * HOUR_MS;
/** When the last daylight saving time had ended. */
export const FIXED_OFFSET_SINCE_MS = Date.parse('2019-03-01T00:00:00Z');

/** Returns a day's midnight in Brasília, in ms since 1970; null for an invalid `AAAA-MM-DD`. */
export function startOfDay(day: string): number | null {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // The day is compared with the text, because `Date.parse` reads 31 February as 3 March.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return isDay ? midnight + BRASILIA_OFFSET_MS : null;
}

/** Returns the day in Brasília, `AAAA-MM-DD`, of a time in ms since 1970. */
export const dayOf = (time: number): string =>
  new Date(Math.floor((time - BRASILIA_OFFSET_MS) / DAY_MS) * DAY_MS).toISOString().slice(0, 10);

export function msSinceMidnight(time: number): number {
  const local = time - BRASILIA_OFFSET_MS;
  return local - Math.floor(local / DAY_MS) * DAY_MS;
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
