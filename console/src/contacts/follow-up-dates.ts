import { dayOf } from '@funil/contract/brasilia';
import { DAY_MS } from '@funil/contract/durations';
import { formatClock, formatRelativeDay, formatShortDay } from '../parts/time/format-time.ts';

/** The time in Brasília of a follow-up for which the operator chose only the day. */
const FOLLOW_UP_CLOCK = '10:00';

/** The offset is fixed, because Brasília has had no daylight saving time since 2019. @param day YYYY-MM-DD */
const timestampInBrasilia = (day: string, clock: string): string =>
  new Date(`${day}T${clock}:00-03:00`).toISOString();

/** @param now in ms since 1970 */
export function followUpChoices(now: number): readonly (readonly [label: string, at: string])[] {
  const inDays = (days: number) => timestampInBrasilia(dayOf(now + days * DAY_MS), FOLLOW_UP_CLOCK);
  const weekday = new Date(`${dayOf(now)}T12:00:00Z`).getUTCDay();
  const daysToMonday = (8 - weekday) % 7 || 7;
  return [
    ['Amanhã', inDays(1)],
    ['Em 3 dias', inDays(3)],
    ['Próxima semana', inDays(daysToMonday)],
  ];
}

/** Reads a `datetime-local` value as Brasília time; returns an ISO timestamp, or null if it is incomplete. */
export function readDateTime(value: string): string | null {
  const [, day = '', clock = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(value) ?? [];
  return day === '' ? null : timestampInBrasilia(day, clock);
}

/** Returns `hoje às 15:00` or `qua, 25/11 às 15:00`. */
export function formatFollowUp(iso: string, now: number): string {
  const day = formatRelativeDay(iso, now);
  const isNamed = day === 'hoje' || day === 'ontem';
  return `${isNamed ? day : formatShortDay(iso)} às ${formatClock(iso)}`;
}
