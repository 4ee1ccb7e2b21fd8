import { BRASILIA_OFFSET_MS, dayOf } from '@funil/contract/brasilia';
import { DAY_MS } from '@funil/contract/durations';
import type { DayRange } from '@funil/contract/list-page';

// No Intl: each Intl format with a time zone costs a phone 15 ms before the first paint.
const MONTH_NAMES = [
  ...['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho'],
  ...['julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
];
const WEEKDAY_NAMES = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'];

const padTwo = (number: number) => String(number).padStart(2, '0');

/** Returns the parts of a time in Brasília; `at` is an ISO text or ms since 1970. */
function brasiliaPartsOf(at: string | number) {
  const local = new Date(new Date(at).getTime() - BRASILIA_OFFSET_MS);
  const month = MONTH_NAMES[local.getUTCMonth()] ?? '';
  const weekday = WEEKDAY_NAMES[local.getUTCDay()] ?? '';
  const date = local.getUTCDate();
  return {
    isoDay: local.toISOString().slice(0, 10),
    year: local.getUTCFullYear(),
    clock: local.toISOString().slice(11, 16),
    dayMonth: `${date} ${month.slice(0, 3)}`,
    longDay: `${weekday}${weekday.endsWith('o') ? '' : '-feira'}, ${date} de ${month}`,
    shortDay: `${weekday.slice(0, 3)}, ${padTwo(date)}/${padTwo(local.getUTCMonth() + 1)}`,
  };
}

/** Returns the word for today or yesterday; null for another day. */
function recentDayLabel(isoDay: string, now: number): 'hoje' | 'ontem' | null {
  if (isoDay === dayOf(now)) return 'hoje';
  return isoDay === dayOf(now - DAY_MS) ? 'ontem' : null;
}

/** `14:32` today, `ontem 14:32`, `12 nov`, `12 nov 2025`. */
export function formatShortTime(iso: string, now: number): string {
  const { isoDay, clock, dayMonth, year } = brasiliaPartsOf(iso);
  const recentDay = recentDayLabel(isoDay, now);
  if (recentDay !== null) return recentDay === 'hoje' ? clock : `ontem ${clock}`;
  return year === brasiliaPartsOf(now).year ? dayMonth : `${dayMonth} ${year}`;
}

/** `14:32`. */
export const formatClock = (iso: string): string => brasiliaPartsOf(iso).clock;

/** `hoje`, `ontem`, `12 nov 2025`. */
export function formatRelativeDay(iso: string, now: number): string {
  const { isoDay, dayMonth, year } = brasiliaPartsOf(iso);
  return recentDayLabel(isoDay, now) ?? `${dayMonth} ${year}`;
}

/** `sexta-feira, 12 de novembro de 2025 às 14:32`. */
export function formatFullTime(iso: string): string {
  const { longDay, year, clock } = brasiliaPartsOf(iso);
  return `${longDay} de ${year} às ${clock}`;
}

/** `sexta-feira, 12 de novembro`. */
export const formatLongDay = (iso: string): string => brasiliaPartsOf(iso).longDay;

/** `sex, 12/11`. */
export const formatShortDay = (iso: string): string => brasiliaPartsOf(iso).shortDay;

/** `12 nov`. @param day YYYY-MM-DD */
export const formatDay = (day: string): string => brasiliaPartsOf(`${day}T12:00:00Z`).dayMonth;

/** `23 out a 21 nov`, or `21 nov` for one day. */
export const formatDays = ({ from, until }: DayRange): string =>
  from === until ? formatDay(from) : `${formatDay(from)} a ${formatDay(until)}`;

/** `qui`. @param day YYYY-MM-DD */
export const formatWeekday = (day: string): string =>
  formatShortDay(`${day}T12:00:00Z`).slice(0, 3);
