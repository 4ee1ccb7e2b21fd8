import { dayOf } from '@funil/contract/brasilia';
import { DAY_MS } from '@funil/contract/durations';
import { formatClock, formatRelativeDay, formatShortDay } from '../parts/format-time.ts';

/** The time in Brasília at which a follow-up by one press is due: the night's messages are read by then. */
const FOLLOW_UP_CLOCK = '10:00';

/** Returns the ISO timestamp of a time in Brasília, which ended daylight saving time in 2019. @param day AAAA-MM-DD */
const toTimestamp = (day: string, clock: string): string =>
  new Date(`${day}T${clock}:00-03:00`).toISOString();

/** Returns the dates that one press sets. @param now in ms since 1970 */
export function followUpChoices(now: number): readonly (readonly [label: string, at: string])[] {
  const inDays = (days: number) => toTimestamp(dayOf(now + days * DAY_MS), FOLLOW_UP_CLOCK);
  const weekday = new Date(`${dayOf(now)}T12:00:00Z`).getUTCDay();
  const daysToMonday = (8 - weekday) % 7 || 7;
  return [
    ['Amanhã', inDays(1)],
    ['Em 3 dias', inDays(3)],
    ['Próxima semana', inDays(daysToMonday)],
  ];
}

/** Returns the timestamp of a `datetime-local` field, read as Brasília's time; null if it is incomplete. */
export function readDateTime(value: string): string | null {
  const [, day = '', clock = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(value) ?? [];
  return day === '' ? null : toTimestamp(day, clock);
}

/** `hoje às 15:00`, `qua, 25/11 às 15:00`. */
export function formatFollowUp(iso: string, now: number): string {
  const day = formatRelativeDay(iso, now);
  const isNamed = day === 'hoje' || day === 'ontem';
  return `${isNamed ? day : formatShortDay(iso)} às ${formatClock(iso)}`;
}
