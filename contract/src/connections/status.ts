import type { FindingTopic } from './finding-topics.ts';

export interface StatusFinding {
  readonly subject: FindingTopic;
  /** Green means in order, yellow that the connection works but needs attention, and red that it does not work. */
  readonly level: 'green' | 'yellow' | 'red';
  readonly what: string;
  /** The remedy for the operator, in the console if possible; null if nothing needs to be done. */
  readonly remedy: string | null;
}

export interface StatusResponse {
  readonly checked_at: string;
  readonly findings: readonly StatusFinding[];
  /** The approximate number of rows that searches and filters do not find yet. */
  readonly unlisted: number;
}
