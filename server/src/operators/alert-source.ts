import type { Role } from '@funil/contract/operators/roles';
import type { Database } from '../store/database.ts';
import type { PushEvent } from '../store/delivery-tables.ts';
import type { AlertText } from './alerts.ts';

export interface FoundAlert {
  /** Recognizes a repeated e-mail. Stored as JSON in `operator_alerts.about`. */
  readonly alertKey: Readonly<Record<string, string>>;
  /** ISO time. If an e-mail with the same key was queued after this, the new one is skipped. */
  readonly noRepeatSince: string;
  /** Null: no e-mail, but the time is stored as if one were sent. */
  readonly text: AlertText | null;
  readonly push?: Readonly<{ type: PushEvent; subject: string; data: Record<string, string> }>;
  /** If absent, all operators with a role in `to` get the e-mail. */
  readonly operatorId?: string;
}

export interface AlertSource {
  readonly kind: string;
  readonly to: readonly Role[];
  /** @param now in ms since 1970 */
  find(database: Database, now: number): Promise<readonly FoundAlert[]>;
}
