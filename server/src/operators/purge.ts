import type { Database } from '../store/database.ts';
import {
  KNOWN_ORIGIN_MS,
  OPERATOR_ALERT_MS,
  SESSION_MS,
  SIGN_IN_COUNTER_MS,
  USED_CODE_MS,
} from '../store/retention.ts';
import { toTimestamp } from './tables.ts';

/** Removes expired sessions, links, challenges, counts of attempts, used codes, known origins and unsent notices. */
export async function purgeOperators(database: Database, now: number): Promise<void> {
  const at = toTimestamp(now);
  await database.deleteFrom('operator_links').where('expires_at', '<=', at).execute();
  await database.deleteFrom('operator_challenges').where('expires_at', '<=', at).execute();
  await database
    .deleteFrom('operator_sessions')
    .where('created_at', '<=', toTimestamp(now - SESSION_MS))
    .execute();
  await database
    .deleteFrom('operator_known_origins')
    .where('seen_at', '<=', toTimestamp(now - KNOWN_ORIGIN_MS))
    .execute();
  await database
    .deleteFrom('operator_alerts')
    .where('created_at', '<=', toTimestamp(now - OPERATOR_ALERT_MS))
    .execute();
  await database
    .deleteFrom('operator_used_codes')
    .where('step', '<', Math.floor((now - USED_CODE_MS) / 30_000))
    .execute();
  await database
    .deleteFrom('sign_in_attempts')
    .where('began_at', '<=', toTimestamp(now - SIGN_IN_COUNTER_MS))
    .execute();
}
