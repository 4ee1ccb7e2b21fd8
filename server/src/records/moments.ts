const localTime = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
});

/** Brasília keeps no summer time any more (2019, Decreto 9.772). */
const ONE_OFFSET_SINCE = Date.parse('2019-03-01T00:00:00Z');
const OFFSET = 3 * 60 * 60 * 1000;
const LAST_YEAR_OF_FOUR_DIGITS = Date.parse('9999-12-31T00:00:00Z');

/** A stored time as the operator reads it, Brasília's; what is no time of the calendar, as it is. */
export function toLocalTime(moment: string): string {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return moment;
  if (time < ONE_OFFSET_SINCE || time > LAST_YEAR_OF_FOUR_DIGITS) {
    return localTime.format(time).replace(',', '');
  }
  // The same, a tenth of the time: a listing may show millions.
  const [, year, month, day, clock] =
    /^(\d{4})-(\d\d)-(\d\d)T([\d:]{8})/.exec(new Date(time - OFFSET).toISOString()) ?? [];
  return `${day}/${month}/${year} ${clock}`;
}

/**
 * PostgreSQL's text of a moment, of a session in UTC, as ISO time. What JavaScript's calendar or ISO's four
 * digits do not hold (`infinity`, years before Christ or after 9999) stays as it is.
 */
export function readPostgresMoment(text: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)\+00$/.exec(text) ?? [];
  return day && time ? new Date(`${day}T${time}Z`).toISOString() : text;
}
