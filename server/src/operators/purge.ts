import type { Database } from '../store/database.ts';
import { ORIGIN_LIFETIME_MS } from './attempts.ts';
import { NOTICE_LIFETIME_MS } from './notices.ts';
import { SESSION_LIFETIME_MS } from './sessions.ts';
import { operatorTables, toTimestamp } from './tables.ts';

/** Longer than the window of any limit. */
const ATTEMPTS_LIFETIME_MS = 24 * 60 * 60_000;
/** 30 days of steps of 30 s: the furthest that a clock is expected to be set back. */
const USED_CODES_STEPS = 30 * 24 * 60 * 2;

/** Removes expired sessions, links, challenges, counts of attempts, used codes, known origins and unsent notices. */
export async function purgeOperators(database: Database, now: number): Promise<void> {
  const tables = operatorTables(database);
  const at = toTimestamp(now);
  await tables.deleteFrom('operator_links').where('expires_at', '<=', at).execute();
  await tables.deleteFrom('operator_challenges').where('expires_at', '<=', at).execute();
  await tables
    .deleteFrom('operator_sessions')
    .where('created_at', '<=', toTimestamp(now - SESSION_LIFETIME_MS))
    .execute();
  await tables
    .deleteFrom('operator_origins')
    .where('seen_at', '<=', toTimestamp(now - ORIGIN_LIFETIME_MS))
    .execute();
  await tables
    .deleteFrom('operator_notices')
    .where('created_at', '<=', toTimestamp(now - NOTICE_LIFETIME_MS))
    .execute();
  await tables
    .deleteFrom('operator_used_codes')
    .where('step', '<', Math.floor(now / 30_000) - USED_CODES_STEPS)
    .execute();
  await tables
    .deleteFrom('sign_in_tries')
    .where('began_at', '<=', toTimestamp(now - ATTEMPTS_LIFETIME_MS))
    .execute();
}
