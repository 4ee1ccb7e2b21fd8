import { DAY_MS } from '@funil/contract/durations';

/** The calendar of the report: days of Brasília, which keeps no summer time (2019, Decreto 9.772). */
const OFFSET = 3 * 60 * 60 * 1000;

/** When the day of a moment began, both in ms since the epoch. */
export const startOfDay = (time: number): number =>
  Math.floor((time - OFFSET) / DAY_MS) * DAY_MS + OFFSET;

/** `2026-11-03 14:05:09` on Brasília's clocks. */
export const brasiliaTime = (time: number): string =>
  new Date(time - OFFSET).toISOString().slice(0, 19).replace('T', ' ');

/** `2026-11-03` */
export const brasiliaDay = (time: number): string => brasiliaTime(time).slice(0, 10);
