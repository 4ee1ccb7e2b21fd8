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

type FindingFactory = (what: string, remedy: string, details?: FindingDetails) => Finding;

export function createFindingFactories(subject: FindingTopic) {
  const createFactory = (level: Finding['level']): FindingFactory => {
    return (what, remedy, details) => ({ subject, level, what, remedy, ...details });
  };
  return {
    green: (what: string, details: Pick<FindingDetails, 'command'> = {}): Finding => {
      return { subject, level: 'green', what, remedy: null, ...details };
    },
    yellow: createFactory('yellow'),
    red: createFactory('red'),
  };
}

export const formatAge = (at: string, now: number): string => formatDuration(now - Date.parse(at));

export const toStatusFinding = ({ subject, level, what, remedy }: Finding): StatusFinding => {
  return { subject, level, what, remedy };
};

export function toUniqueStatusFindings(findings: readonly Finding[]): StatusFinding[] {
  const statuses = findings.map(toStatusFinding);
  return [
    ...new Map(statuses.map((finding) => [`${finding.subject} ${finding.what}`, finding])).values(),
  ];
}
