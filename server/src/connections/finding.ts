import type { FindingTopic } from '@funil/contract/connections/finding-topics';
import type { StatusFinding } from '@funil/contract/connections/status';
import { formatDuration } from '@funil/contract/durations';

export interface Finding extends StatusFinding {
  /** A sentence with variables, files or commands, which sellers cannot use, so only terminals show it. */
  readonly command?: string | undefined;
  /** ISO time at which the problem was last noticed; null or absent: the problem exists now. */
  readonly at?: string | null;
  /** The connection only waits for its first use. */
  readonly awaitsFirstUse?: true;
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

export const formatAge = (at: string, now: number): string => formatDuration(now - Date.parse(at));

export const toStatusFinding = ({ subject, level, what, remedy }: Finding): StatusFinding => ({
  subject,
  level,
  what,
  remedy,
});

export function toUniqueStatusFindings(findings: readonly Finding[]): StatusFinding[] {
  const statuses = findings.map(toStatusFinding);
  return [
    ...new Map(statuses.map((finding) => [`${finding.subject} ${finding.what}`, finding])).values(),
  ];
}
