/** Moments and spans in Brazilian words. Days are those of Brasília, as the reports have them. */
const ZONE = 'America/Sao_Paulo';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, ...options });
const clock = format({ hour: '2-digit', minute: '2-digit' });
const dayMonth = format({ day: 'numeric', month: 'short' });
const dayMonthYear = format({ day: 'numeric', month: 'short', year: 'numeric' });
const whole = format({ dateStyle: 'full', timeStyle: 'short' });
const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE });

/** AAAA-MM-DD of a moment, in Brasília. */
export const dayOf = (at: Date): string => isoDay.format(at);

const daysBetween = (from: Date, until: Date) =>
  Math.round((Date.parse(dayOf(until)) - Date.parse(dayOf(from))) / DAY);

const bare = (text: string) => text.replaceAll('.', '').replaceAll(' de ', ' ');

/** `14:32` today, `ontem 14:32`, `12 nov`, `12 nov 2025`. */
export function formatMoment(iso: string, now: number): string {
  const at = new Date(iso);
  const days = daysBetween(at, new Date(now));
  if (days === 0) return clock.format(at);
  if (days === 1) return `ontem ${clock.format(at)}`;
  const isThisYear = dayOf(at).slice(0, 4) === dayOf(new Date(now)).slice(0, 4);
  return bare((isThisYear ? dayMonth : dayMonthYear).format(at));
}

export const formatClock = (iso: string): string => clock.format(new Date(iso));

/** `hoje`, `ontem`, `12 nov`: the day alone. */
export function formatDay(iso: string, now: number): string {
  const days = daysBetween(new Date(iso), new Date(now));
  if (days === 0) return 'hoje';
  if (days === 1) return 'ontem';
  return bare(dayMonthYear.format(new Date(iso)));
}

/** All of it, for who wants to know exactly. */
export const formatWhole = (iso: string): string => whole.format(new Date(iso));

/** A span in its largest unit: `agora`, `5 min`, `3 h`, `2 dias`. */
export function formatSpan(ms: number): string {
  if (ms < MINUTE) return 'menos de 1 min';
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} dias`;
}

/** `45 s`, `3 min 32 s`, `1 h 5 min`. */
export function formatSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
