import type { Database } from '../store/database.ts';
import { ORIGIN_LIFETIME_MS } from './attempts.ts';
import { NOTICE_LIFETIME_MS } from './notices.ts';
import { SESSION_LIFETIME_MS } from './sessions.ts';
import { operatorTables, toMoment } from './tables.ts';

/** Longer than any limit counts tries, in ms. */
const TRIES_LIFE = 24 * 60 * 60_000;
/** How long used codes are kept, in steps of 30 s: the furthest that a clock is expected to step back. */
const USED_CODES_STEPS = 30 * 24 * 60 * 2;

/** Removes expired sessions, links, challenges, counts of tries, used codes, known origins and unsent notices. */
export async function purgeOperators(database: Database, now: number): Promise<void> {
  const tables = operatorTables(database);
  const moment = toMoment(now);
  await tables.deleteFrom('operator_links').where('expires_at', '<=', moment).execute();
  await tables.deleteFrom('operator_challenges').where('expires_at', '<=', moment).execute();
  await tables
    .deleteFrom('operator_sessions')
    .where('created_at', '<=', toMoment(now - SESSION_LIFETIME_MS))
    .execute();
  await tables
    .deleteFrom('operator_origins')
    .where('seen_at', '<=', toMoment(now - ORIGIN_LIFETIME_MS))
    .execute();
  await tables
    .deleteFrom('operator_notices')
    .where('created_at', '<=', toMoment(now - NOTICE_LIFETIME_MS))
    .execute();
  await tables
    .deleteFrom('operator_used_codes')
    .where('step', '<', Math.floor(now / 30_000) - USED_CODES_STEPS)
    .execute();
  await tables
    .deleteFrom('sign_in_tries')
    .where('began_at', '<=', toMoment(now - TRIES_LIFE))
    .execute();
}
