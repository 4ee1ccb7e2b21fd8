export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
/** Brazil has no daylight saving time, so its days have 24 hours. */
export const DAY_MS = 24 * HOUR_MS;

/** Formats a duration in its largest unit: `menos de 1 min`, `5 min`, `3 h`, `2 dias`. */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return 'menos de 1 min';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / DAY_MS)} dias`;
}

/** Formats a duration as `45 s`, `3 min 32 s` or `1 h 5 min`. */
export function formatSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
