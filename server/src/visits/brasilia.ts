import { HOUR_MS } from '@funil/contract/durations';

/** How far Brasília is behind UTC, in ms. It keeps no summer time any more (2019, Decreto 9.772). */
export const BRASILIA_OFFSET_MS = 3 * HOUR_MS;
export const FIXED_OFFSET_SINCE_MS = Date.parse('2019-03-01T00:00:00Z');

/** When a day of Brasília, `AAAA-MM-DD`, begins; null for what is no day of the calendar. */
export function startOfDay(day: string): number | null {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // 31 February is read as 3 March.
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return isDay ? midnight + BRASILIA_OFFSET_MS : null;
}
