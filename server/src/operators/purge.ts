import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { OperatorTables } from '../store/operator-tables.ts';
import {
  KNOWN_ORIGIN_MS,
  OPERATOR_ALERT_MS,
  SESSION_MS,
  SIGN_IN_COUNTER_MS,
  USED_CODE_MS,
} from '../store/retention.ts';
import { toTimestamp } from '../store/timestamp.ts';
import { removeAlerts } from './alerts.ts';

/** Removes expired links, challenges, sessions, known origins, alerts, counts of attempts and used codes. */
export async function purgeOperators(database: Database, now: number): Promise<void> {
  const expired: [table: keyof OperatorTables, column: string, time: number][] = [
    ['operator_links', 'expires_at', now],
    ['operator_challenges', 'expires_at', now],
    ['operator_sessions', 'created_at', now - SESSION_MS],
    ['operator_known_origins', 'seen_at', now - KNOWN_ORIGIN_MS],
    ['sign_in_attempts', 'began_at', now - SIGN_IN_COUNTER_MS],
  ];
  for (const [table, column, time] of expired) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} <= ${toTimestamp(time)}`.execute(
      database,
    );
  }
  await removeAlerts(database, { before: toTimestamp(now - OPERATOR_ALERT_MS) });
  await database
    .deleteFrom('operator_used_codes')
    .where('step', '<', Math.floor((now - USED_CODE_MS) / 30_000))
    .execute();
}
