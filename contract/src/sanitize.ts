// Makes stored and received values valid by the contract. The page needs some of these functions before its first
// paint, so this file is small and without zod.

/** Returns text that every store accepts: trimmed, cut to `length` characters, without NUL and lone surrogates. */
export function sanitizeText(value: unknown, length: number): string {
  if (typeof value !== 'string') return '';
  const text = value.replace(/[\0\p{Cs}]/gu, '').trim();
  // Reads no more than can be kept; an emoji is two UTF-16 units.
  return text.length > length ? [...text.slice(0, 2 * length)].slice(0, length).join('') : text;
}

/** Largest whole number of a row: PostgreSQL's `integer`. */
export const MAX_INTEGER = 2_147_483_647;

/** Returns a whole number from 0, also from text; 0 if the value is no number. */
export function sanitizeCount(value: unknown): number {
  const count = typeof value === 'string' ? Number(value) : value;
  return typeof count === 'number' && count > 0 ? Math.min(Math.round(count), MAX_INTEGER) : 0;
}

/** First and last time of a row, in ms since 1970: visitors' clocks may be wrong. */
export const MIN_TIME_MS = Date.UTC(2000, 0);
export const MAX_TIME_MS = Date.UTC(2100, 0) - 1;

const clamp = (time: number) => Math.min(Math.max(time, MIN_TIME_MS), MAX_TIME_MS);

/** Returns the nearest allowed time as ISO text in UTC, even for a clock in 1970 or another century. */
export const isoTime = (time: number): string => new Date(clamp(time || 0)).toISOString();

/** Returns a stored time, in any zone or as a date alone, as ISO text; `undefined` if it is no time. */
export function sanitizeTime(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : isoTime(time);
}
