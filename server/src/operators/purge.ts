import type { Database } from '../store/database.ts';
import {
  KNOWN_ORIGIN_MS,
  OPERATOR_NOTICE_MS,
  SESSION_MS,
  SIGN_IN_COUNTER_MS,
  USED_CODE_MS,
} from '../store/retention.ts';
import { operatorTables, toMoment } from './tables.ts';

/** Removes expired sessions, links, challenges, counts of tries, used codes, known origins and unsent notices. */
export async function purgeOperators(database: Database, now: number): Promise<void> {
  const tables = operatorTables(database);
  const moment = toMoment(now);
  await tables.deleteFrom('operator_links').where('expires_at', '<=', moment).execute();
  await tables.deleteFrom('operator_challenges').where('expires_at', '<=', moment).execute();
  await tables
    .deleteFrom('operator_sessions')
    .where('created_at', '<=', toMoment(now - SESSION_MS))
    .execute();
  await tables
    .deleteFrom('operator_origins')
    .where('seen_at', '<=', toMoment(now - KNOWN_ORIGIN_MS))
    .execute();
  await tables
    .deleteFrom('operator_notices')
    .where('created_at', '<=', toMoment(now - OPERATOR_NOTICE_MS))
    .execute();
  await tables
    .deleteFrom('operator_used_codes')
    .where('step', '<', Math.floor((now - USED_CODE_MS) / 30_000))
    .execute();
  await tables
    .deleteFrom('sign_in_tries')
    .where('began_at', '<=', toMoment(now - SIGN_IN_COUNTER_MS))
    .execute();
}
