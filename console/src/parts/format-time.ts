import { DAY_MS, HOUR_MS, MINUTE_MS } from '@funil/contract/durations';

/** Times and spans in Brazilian words. Days are those of Brasília, as in the reports. */

/** Brasília is three hours behind UTC, without summer time (2019, Decreto 9.772). */
const BEHIND_MS = 3 * HOUR_MS;

// Written by hand, because each Intl format with a time zone takes a phone some 15 ms before the first paint.
const MONTHS = [
  ...['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho'],
  ...['julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
];
const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'];

const pad = (number: number) => String(number).padStart(2, '0');

/** The parts of a time in Brasília. */
function partsOf(at: Date) {
  const local = new Date(at.getTime() - BEHIND_MS);
  const month = MONTHS[local.getUTCMonth()] ?? '';
  const weekday = WEEKDAYS[local.getUTCDay()] ?? '';
  return {
    iso: local.toISOString().slice(0, 10),
    year: local.getUTCFullYear(),
    clock: `${pad(local.getUTCHours())}:${pad(local.getUTCMinutes())}`,
    dayMonth: `${local.getUTCDate()} ${month.slice(0, 3)}`,
    long: `${weekday}${/o$/.test(weekday) ? '' : '-feira'}, ${local.getUTCDate()} de ${month}`,
    short: `${weekday.slice(0, 3)}, ${pad(local.getUTCDate())}/${pad(local.getUTCMonth() + 1)}`,
  };
}

/** AAAA-MM-DD of a time, in Brasília. */
export const toBrasiliaDay = (at: Date): string => partsOf(at).iso;

const daysBetween = (from: string, until: string) =>
  Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS);

/** `14:32` today, `ontem 14:32`, `12 nov`, `12 nov 2025`. */
export function formatShortTime(iso: string, now: number): string {
  const at = partsOf(new Date(iso));
  const today = partsOf(new Date(now));
  const days = daysBetween(at.iso, today.iso);
  if (days === 0) return at.clock;
  if (days === 1) return `ontem ${at.clock}`;
  return at.year === today.year ? at.dayMonth : `${at.dayMonth} ${at.year}`;
}

export const formatClock = (iso: string): string => partsOf(new Date(iso)).clock;

/** `hoje`, `ontem`, `12 nov 2025`: the day alone. */
export function formatRelativeDay(iso: string, now: number): string {
  const at = partsOf(new Date(iso));
  const days = daysBetween(at.iso, toBrasiliaDay(new Date(now)));
  if (days === 0) return 'hoje';
  if (days === 1) return 'ontem';
  return `${at.dayMonth} ${at.year}`;
}

/** `sexta-feira, 12 de novembro de 2025 às 14:32`. */
export function formatFullTime(iso: string): string {
  const { long, year, clock } = partsOf(new Date(iso));
  return `${long} de ${year} às ${clock}`;
}

/** `sexta-feira, 12 de novembro`. */
export const formatLongDay = (iso: string): string => partsOf(new Date(iso)).long;

/** `sex, 12/11`. */
export const formatShortDay = (iso: string): string => partsOf(new Date(iso)).short;

/** `12 nov` of a day, AAAA-MM-DD. */
export const formatDay = (day: string): string => partsOf(new Date(`${day}T12:00:00Z`)).dayMonth;

/** `qui` of a day, AAAA-MM-DD. */
export const formatWeekday = (day: string): string =>
  formatShortDay(`${day}T12:00:00Z`).slice(0, 3);

/** A span in its largest unit: `agora`, `5 min`, `3 h`, `2 dias`. */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return 'menos de 1 min';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} dias`;
}

/** `45 s`, `3 min 32 s`, `1 h 5 min`. */
export function formatSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
