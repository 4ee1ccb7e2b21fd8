import type { Role } from '@funil/contract/console/roles';
import type { Database } from '../store/database.ts';
import type { PushEvent } from '../store/delivery-tables.ts';
import type { AlertText } from './alerts.ts';

/** Something that operators get one e-mail about. */
export interface FoundAlert {
  /** What it is about: stored as JSON, by which an e-mail about the same is recognized. */
  readonly about: Readonly<Record<string, string>>;
  /** ISO time, UTC: no other e-mail is queued if one about the same was queued since then. */
  readonly quietSince: string;
  /** Null: nothing to tell until then. */
  readonly text: AlertText | null;
  /** What that operator's devices tell beside the e-mail; absent: nothing. */
  readonly push?: Readonly<{ type: PushEvent; subject: string; data: Record<string, string> }>;
  /** The operator who gets it; absent: every one of the roles. */
  readonly operatorId?: string;
}

/** What a job looks for to tell operators of it: one file for each, in the list of jobs/queue-alerts.ts. */
export interface AlertSource {
  /** The name in the table `operator_alerts`. */
  readonly kind: string;
  readonly to: readonly Role[];
  /** Returns what is found now. @param now in ms since 1970 */
  find(database: Database, now: number): Promise<readonly FoundAlert[]>;
}
