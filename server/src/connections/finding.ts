import type { FindingSubject } from '@funil/contract/connections/finding-subjects';
import type { StatusFinding } from '@funil/contract/console/status';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import { countOf } from '@funil/contract/money';

/** A finding as the server knows it. */
export interface Finding extends StatusFinding {
  /** What to do in a terminal or in `.env`, in place of the remedy. */
  readonly command?: string | undefined;
  /** When it was last noticed: ISO time, UTC. Null or absent: it is so now. */
  readonly at?: string | null;
  /** Whether the connection only waits for its first use. */
  readonly isWaiting?: true;
}

const createFactory =
  (subject: FindingSubject, level: Finding['level']) =>
  (what: string, remedy: string, details: Omit<Finding, keyof StatusFinding> = {}): Finding => ({
    subject,
    level,
    what,
    remedy,
    ...details,
  });

/** Returns one function per level that makes a finding on this subject. */
export const createFindingFactories = (subject: FindingSubject) => ({
  green: (what: string): Finding => ({ subject, level: 'green', what, remedy: null }),
  yellow: createFactory(subject, 'yellow'),
  red: createFactory(subject, 'red'),
});

/** Returns `3 dias`. */
export function formatDuration(ms: number): string {
  const count = (unitMs: number, one: string) => countOf(Math.floor(ms / unitMs), one, `${one}s`);
  if (ms < MINUTE_MS) return count(SECOND_MS, 'segundo');
  if (ms < HOUR_MS) return count(MINUTE_MS, 'minuto');
  return ms < 2 * DAY_MS ? count(HOUR_MS, 'hora') : count(DAY_MS, 'dia');
}

/** Returns how long ago an ISO time was, as {@link formatDuration} writes it. */
export const formatAge = (at: string, now: number): string =>
  formatDuration(Math.max(0, now - Date.parse(at)));

/** Returns a finding as the console shows it. */
export const toStatusFinding = ({ subject, level, what, remedy }: Finding): StatusFinding => ({
  subject,
  level,
  what: withoutDocs(what),
  remedy: remedy && withoutDocs(remedy),
});

/** Returns a sentence without the file that explains it, which a browser cannot open. */
const withoutDocs = (sentence: string) => sentence.replace(/ \(docs\/[\w.-]+\)/, '');
