import type { Role } from '@funil/contract/console/roles';
import type { Database } from '../store/database.ts';
import type { PushEvent } from '../store/delivery-tables.ts';
import type { AlertText } from './alerts.ts';

/** An e-mail to operators that a source wants to send now. */
export interface FoundAlert {
  /** Says what the e-mail is about, so that a repeated one is recognized. Stored as JSON in `operator_alerts.about`. */
  readonly alertKey: Readonly<Record<string, string>>;
  /** ISO time in UTC. An e-mail with the same key that was queued since then prevents this one. */
  readonly noRepeatSince: string;
  /** The e-mail's texts; null: no e-mail is sent, and the time is stored as if one were. */
  readonly text: AlertText | null;
  /** The push that is sent with the e-mail; absent: no push. */
  readonly push?: Readonly<{ type: PushEvent; subject: string; data: Record<string, string> }>;
  /** The only operator who gets the e-mail; absent: all operators of the roles `to`. */
  readonly operatorId?: string;
}

/** A source of e-mails to operators, listed in jobs/queue-alerts.ts. */
export interface AlertSource {
  /** The name in the table `operator_alerts`. */
  readonly kind: string;
  readonly to: readonly Role[];
  /** Returns the e-mails whose reason exists now. @param now in ms since 1970 */
  find(database: Database, now: number): Promise<readonly FoundAlert[]>;
}
