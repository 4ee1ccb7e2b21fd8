// The page needs some of these functions before its first paint, so this file is small and without zod.

/**
 * Returns text trimmed and cut to `length` characters, without NUL and lone surrogates, so that
 * every store accepts it. Empty for a value that is no text.
 */
export function sanitizeText(value: unknown, length: number): string {
  if (typeof value !== 'string') return '';
  const text = value.replace(/[\0\p{Cs}]/gu, '').trim();
  // Cuts to twice the length first, because a character has at most two UTF-16 units and splitting a long text takes
  // time.
  return text.length > length ? [...text.slice(0, 2 * length)].slice(0, length).join('') : text;
}

/** The largest whole number in a row, which is the largest `integer` of PostgreSQL. */
export const MAX_INTEGER = 2_147_483_647;

/** Returns a whole number from 0 to MAX_INTEGER, also from text; 0 if the value is no number. */
export function sanitizeCount(value: unknown): number {
  const count = typeof value === 'string' ? Number(value) : value;
  return typeof count === 'number' && count > 0 ? Math.min(Math.round(count), MAX_INTEGER) : 0;
}

/** Limits of a row's times, in ms since 1970, because visitors' clocks may be wrong. */
export const MIN_TIME_MS = Date.UTC(2000, 0);
export const MAX_TIME_MS = Date.UTC(2100, 0) - 1;

const clampTime = (time: number) => Math.min(Math.max(time, MIN_TIME_MS), MAX_TIME_MS);

/** Returns a time in ms since 1970 as ISO text in UTC. A time outside the limits becomes the nearest limit. */
export const isoTime = (time: number): string => new Date(clampTime(time || 0)).toISOString();

/** Returns ISO text in UTC for a time in any zone or a date alone; undefined if it is no time. */
export function sanitizeTime(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : isoTime(time);
}
