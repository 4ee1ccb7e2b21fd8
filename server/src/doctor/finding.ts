import { DAY_MS, HOUR_MS, MINUTE_MS } from '@funil/contract/durations';

/** Subjects of the examination, in the order of the output. */
export const SUBJECTS = [
  'settings',
  'database',
  'disk',
  'clock',
  'server',
  'site',
  'content',
  'sales',
  'spend',
  'mail',
  'deliveries',
  'console',
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Green: in order. Yellow: works, but needs attention. Red: does not work. */
export type Level = 'green' | 'yellow' | 'red';

/** One result of the examination, for operators. */
export interface Finding {
  readonly subject: Subject;
  readonly level: Level;
  /** The result, a sentence in Portuguese. */
  readonly what: string;
  /** What to do; null if nothing. */
  readonly remedy: string | null;
}

/** Returns one function per level that makes a finding on this subject. */
export const createFindingFactories = (subject: Subject) => ({
  green: (what: string): Finding => ({ subject, level: 'green', what, remedy: null }),
  yellow: (what: string, remedy: string): Finding => ({ subject, level: 'yellow', what, remedy }),
  red: (what: string, remedy: string): Finding => ({ subject, level: 'red', what, remedy }),
});

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];
const STEP = 1024;

/** Returns `1,5 GB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < STEP ? 0 : Math.floor(Math.log(bytes) / Math.log(STEP));
  const unit = Math.min(power, UNITS.length - 1);
  const amount = bytes / STEP ** unit;
  const digits = unit === 0 || amount >= 100 ? 0 : 1;
  return `${amount.toLocaleString('pt-BR', { maximumFractionDigits: digits })} ${UNITS[unit]}`;
}

/** Returns `3 dias`. */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return formatCount(ms / 1_000, 'segundo');
  if (ms < HOUR_MS) return formatCount(ms / MINUTE_MS, 'minuto');
  return ms < 2 * DAY_MS ? formatCount(ms / HOUR_MS, 'hora') : formatCount(ms / DAY_MS, 'dia');
}

/** Returns `1 aviso` or `2 avisos`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  const floor = Math.floor(count);
  return `${floor.toLocaleString('pt-BR')} ${floor === 1 ? one : many}`;
}
