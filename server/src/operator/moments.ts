const localTime = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
});

/** A stored time as the operator reads it, Brasília's; what is no time of the calendar, as it is. */
export function toLocalTime(moment: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : localTime.format(date).replace(',', '');
}

/**
 * PostgreSQL's text of a moment, of a session in UTC, as ISO time. What JavaScript's calendar or ISO's four
 * digits do not hold (`infinity`, years before Christ or after 9999) stays as it is.
 */
export function readPostgresMoment(text: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)\+00$/.exec(text) ?? [];
  return day && time ? new Date(`${day}T${time}Z`).toISOString() : text;
}
