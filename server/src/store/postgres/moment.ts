/**
 * PostgreSQL's text of a moment, of a session in UTC, as ISO time. What JavaScript's calendar or ISO's four
 * digits do not hold (`infinity`, years before Christ or after 9999) stays as it is.
 */
export function readMoment(text: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)\+00$/.exec(text) ?? [];
  return day && time ? new Date(`${day}T${time}Z`).toISOString() : text;
}
