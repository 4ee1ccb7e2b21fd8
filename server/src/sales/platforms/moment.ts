import { type Json, JsonNumber } from './json.ts';

/** What a notice says of when: ISO time in UTC, nothing, or something that is no moment. */
export type Moment = string | null | 'bad';

/** Brasília keeps no summer time any more (2019, Decreto 9.772). */
const BRASILIA = '-03:00';
const EARLIEST = Date.UTC(2000, 0, 1);
const AFTER_LATEST = Date.UTC(2100, 0, 1);

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:?\d\d)?$/;
const BRAZILIAN = /^(\d\d)\/(\d\d)\/(\d{4})(?:,? (\d\d:\d\d(?::\d\d)?))?$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Milliseconds or seconds since 1970, also as a text; ISO time with its zone; or a local time (`2026-11-03 14:05:09`,
 * `03/11/2026 14:05`), which is Brasília's. A day alone is its end, since all of it lies before.
 */
export function momentOf(value: Json): Moment {
  if (value === null) return null;
  if (value instanceof JsonNumber) return fromNumber(value.source);
  if (typeof value !== 'string') return 'bad';
  const text = value.trim();
  // MySQL's way to write that there is none.
  if (text === '' || text.startsWith('0000-00-00')) return null;
  if (/^\d+$/.test(text)) return fromNumber(text);
  if (text.length > 40) return 'bad';
  if (DAY.test(text)) return fromIso(`${text}T23:59:59${BRASILIA}`);
  const [, day, time, zone = BRASILIA] = ISO.exec(text) ?? [];
  if (day && time) return fromIso(`${day}T${time}${zone}`);
  const [, date, month, year, clock = '23:59:59'] = BRAZILIAN.exec(text) ?? [];
  if (date && month && year) return fromIso(`${year}-${month}-${date}T${clock}${BRASILIA}`);
  return 'bad';
}

function fromNumber(source: string): Moment {
  if (/^0+$/.test(source)) return null;
  if (/^\d{13}$/.test(source)) return fromTime(Number(source));
  if (/^\d{10}$/.test(source)) return fromTime(Number(source) * 1000);
  return 'bad';
}

function fromIso(text: string): Moment {
  const day = text.slice(0, 10);
  const noon = Date.parse(`${day}T12:00:00Z`);
  // Date.parse takes 30 February for 1 March.
  const isOfCalendar = !Number.isNaN(noon) && new Date(noon).toISOString().startsWith(day);
  return isOfCalendar ? fromTime(Date.parse(text)) : 'bad';
}

function fromTime(time: number): Moment {
  return time >= EARLIEST && time < AFTER_LATEST ? new Date(time).toISOString() : 'bad';
}

/** The first of several places that says something, be it no moment. */
export function firstMoment(...values: readonly Json[]): Moment {
  for (const value of values) {
    const moment = momentOf(value);
    if (moment !== null) return moment;
  }
  return null;
}
