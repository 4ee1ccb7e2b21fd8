import type { Role } from '@funil/contract/console/roles';
import type { Database } from '../store/database.ts';
import type { PushEvent } from '../store/delivery-tables.ts';
import type { AlertText } from './alerts.ts';

/** A fact for one e-mail to operators. */
export interface FoundAlert {
  /** The e-mail's subject matter, stored as JSON, by which a later e-mail about the same is recognized. */
  readonly about: Readonly<Record<string, string>>;
  /** The time (ISO, UTC) since which an e-mail about the same prevents this one. */
  readonly quietSince: string;
  /** The e-mail's words; null: only the time is stored. */
  readonly text: AlertText | null;
  /** The push beside the e-mail; absent: none. */
  readonly push?: Readonly<{ type: PushEvent; subject: string; data: Record<string, string> }>;
  /** The only operator who gets the e-mail; absent: all of the roles. */
  readonly operatorId?: string;
}

/** A finder of facts for e-mails to operators. Each is a file, and an entry of jobs/queue-alerts.ts. */
export interface AlertSource {
  /** The name in the table `operator_alerts`. */
  readonly kind: string;
  readonly to: readonly Role[];
  /** Returns the facts that hold now. @param now in ms since 1970 */
  find(database: Database, now: number): Promise<readonly FoundAlert[]>;
}
