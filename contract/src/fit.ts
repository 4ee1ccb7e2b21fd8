// Makes whatever was read fit the contract. Some of it runs before the first paint: small, no zod.

/** Text that every store can hold: trimmed, cut to `length` characters, no NUL, no half emoji. */
export function fitText(value: unknown, length: number): string {
  if (typeof value !== 'string') return '';
  const text = value.replace(/[\0\p{Cs}]/gu, '').trim();
  // No more is looked at than can be kept, an emoji being two units.
  return text.length > length ? [...text.slice(0, 2 * length)].slice(0, length).join('') : text;
}

/** Largest whole number a row may carry: PostgreSQL's `integer`. */
export const LARGEST_INTEGER = 2_147_483_647;

/** A whole number from zero on, also one written as text; zero for what is none. */
export function fitCount(value: unknown): number {
  const count = typeof value === 'string' ? Number(value) : value;
  return typeof count === 'number' && count > 0 ? Math.min(Math.round(count), LARGEST_INTEGER) : 0;
}

/** The years a row's times may lie in, in ms since the epoch: a clock may be wrong, a row not absurd. */
export const EARLIEST = Date.UTC(2000, 0);
export const LATEST = Date.UTC(2100, 0) - 1;

/** The nearest allowed moment, in ms since the epoch. */
const clamp = (time: number) => Math.min(Math.max(time, EARLIEST), LATEST);

/** A moment as ISO time in UTC, also of a clock in 1970 or one set to another century. */
export const isoTime = (time: number): string => new Date(clamp(time || 0)).toISOString();

/** A time as older records wrote it, in any zone or as a date alone; `undefined` for what is none. */
export function fitTime(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : isoTime(time);
}
