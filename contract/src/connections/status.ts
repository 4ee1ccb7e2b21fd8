import type { FindingTopic } from './finding-topics.ts';

export interface StatusFinding {
  readonly subject: FindingTopic;
  /** Green: in order. Yellow: works, but needs attention. Red: does not work. */
  readonly level: 'green' | 'yellow' | 'red';
  readonly what: string;
  /** The remedy, in the console if possible; null if none is needed. */
  readonly remedy: string | null;
}

export interface StatusResponse {
  readonly checked_at: string;
  readonly findings: readonly StatusFinding[];
  /** Approximate number of rows that search and filters do not include yet. */
  readonly unlisted: number;
}
