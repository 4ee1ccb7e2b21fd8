import { BRASILIA_OFFSET_MS, FIXED_OFFSET_SINCE_MS } from '../visits/brasilia.ts';

const localTime = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
});

const shortTime = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

/** Returns a time in ms since 1970 as `01/03/2026, 09:00`, in Brasília. */
export const toShortLocalTime = (ms: number): string => shortTime.format(ms);

const LAST_YEAR_OF_FOUR_DIGITS = Date.parse('9999-12-31T00:00:00Z');

/** A stored time as the operator reads it, Brasília's; what is no time of the calendar, as it is. */
export function toLocalTime(moment: string): string {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return moment;
  if (time < FIXED_OFFSET_SINCE_MS || time > LAST_YEAR_OF_FOUR_DIGITS) {
    return localTime.format(time).replace(',', '');
  }
  // The same, a tenth of the time: a listing may show millions.
  const [, year, month, day, clock] =
    /^(\d{4})-(\d\d)-(\d\d)T([\d:]{8})/.exec(new Date(time - BRASILIA_OFFSET_MS).toISOString()) ??
    [];
  return `${day}/${month}/${year} ${clock}`;
}
