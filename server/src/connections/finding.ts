import type { FindingTopic } from '@funil/contract/connections/finding-topics';
import type { StatusFinding } from '@funil/contract/console/status';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@funil/contract/durations';
import { pluralize } from '@funil/contract/money';

export interface Finding extends StatusFinding {
  /** A terminal adds this sentence after the remedy, since sellers cannot use variables, files and commands. */
  readonly command?: string | undefined;
  /** When the problem was last noticed (ISO); null or absent: it exists now. */
  readonly at?: string | null;
  /** The connection only waits for its first use. */
  readonly isWaiting?: true;
}

type FindingDetails = Omit<Finding, keyof StatusFinding>;

const createFactory =
  (topic: FindingTopic, level: Finding['level']) =>
  (what: string, remedy: string, details: FindingDetails = {}): Finding => ({
    subject: topic,
    level,
    what,
    remedy,
    ...details,
  });

export const createFindingFactories = (topic: FindingTopic) => ({
  green: (what: string, details: Pick<FindingDetails, 'command'> = {}): Finding => ({
    subject: topic,
    level: 'green',
    what,
    remedy: null,
    ...details,
  }),
  yellow: createFactory(topic, 'yellow'),
  red: createFactory(topic, 'red'),
});

export function formatDuration(ms: number): string {
  const countUnits = (unitMs: number, one: string) =>
    pluralize(Math.floor(ms / unitMs), one, `${one}s`);
  if (ms < MINUTE_MS) return countUnits(SECOND_MS, 'segundo');
  if (ms < HOUR_MS) return countUnits(MINUTE_MS, 'minuto');
  return ms < 2 * DAY_MS ? countUnits(HOUR_MS, 'hora') : countUnits(DAY_MS, 'dia');
}

export const formatAge = (at: string, now: number): string =>
  formatDuration(Math.max(0, now - Date.parse(at)));

export const toStatusFinding = ({ subject, level, what, remedy }: Finding): StatusFinding => ({
  subject,
  level,
  what,
  remedy,
});

export function toStatusFindings(findings: readonly Finding[]): StatusFinding[] {
  const shown = findings.map(toStatusFinding);
  return [
    ...new Map(shown.map((finding) => [`${finding.subject} ${finding.what}`, finding])).values(),
  ];
}
