import { DAY_MS, HOUR_MS } from '@funil/contract/durations';
import { BRASILIA_OFFSET_MS } from '../visits/brasilia.ts';
import type { Random } from './random.ts';

/** When the day of Brasília of a moment began, both in ms since the epoch. */
const startOfDay = (time: number): number =>
  Math.floor((time - BRASILIA_OFFSET_MS) / DAY_MS) * DAY_MS + BRASILIA_OFFSET_MS;

/** The days of Brasília that a month has; the last is today. */
const DAYS = 30;
/** A visit lasts less, so that what it tells lies in the past. */
const MAX_VISIT_MS = HOUR_MS;

/** Visits by the weekday that a day begins with, Thursday first, as 1 January 1970 was. */
const WEEK = [1, 0.9, 0.75, 0.95, 1.1, 1.1, 1.05] as const;
/** Visits by the hour: lunch, and the evening on the sofa. */
const HOURS = [
  ...[8, 4, 2, 1, 1, 2, 5, 9, 13, 16, 18, 21, 26, 22, 18, 17, 18, 21, 27, 33, 37, 36, 28, 16],
] as const;

export interface PlayedDay {
  /** Ms since the epoch. */
  readonly start: number;
  readonly visits: number;
  /** A moment of the day, of more visits at some hours than at others. */
  moment(random: Random): number;
}

/** Spreads visits over the month that ends at `now`: weeks have their shape, and a launch grows. */
export function spreadVisits(visits: number, now: number): PlayedDay[] {
  const latest = now - MAX_VISIT_MS;
  const first = startOfDay(latest) - (DAYS - 1) * DAY_MS;
  const days = Array.from({ length: DAYS }, (_, index) => {
    const start = first + index * DAY_MS;
    const end = Math.min(start + DAY_MS, latest);
    const launch = 0.75 + 0.5 * Math.exp(-(((index - 20) / 4) ** 2));
    const weekday = WEEK[Math.floor(start / DAY_MS) % 7] ?? 1;
    return { start, end, weight: (weekday * launch * (end - start)) / DAY_MS };
  });
  const whole = days.reduce((sum, { weight }) => sum + weight, 0);
  let before = 0;
  return days.map(({ start, end, weight }) => {
    const from = Math.round((before / whole) * visits);
    before += weight;
    const count = Math.round((before / whole) * visits) - from;
    return { start, visits: count, moment: (random) => momentOf(random, start, end) };
  });
}

const BUSIEST = Math.max(...HOURS);

function momentOf(random: Random, start: number, end: number): number {
  for (;;) {
    const moment = random.between(start, end - 1);
    const hour = Math.floor((moment - start) / HOUR_MS);
    if (random.chance((HOURS[hour] ?? 1) / BUSIEST)) return moment;
  }
}
