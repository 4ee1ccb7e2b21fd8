import type { Database } from '../../store/database.ts';
import { IDLE_LIFE } from './sessions.ts';
import { operatorTables, toMoment } from './tables.ts';

/** Longer than any limit counts tries, in ms. */
const TRIES_LIFE = 24 * 60 * 60_000;

/** Removes what is over: sessions that nobody came back to, links, challenges, and counts of tries. */
export async function purgeOperators(database: Database, now: number): Promise<void> {
  const tables = operatorTables(database);
  const moment = toMoment(now);
  await tables.deleteFrom('operator_links').where('expires_at', '<=', moment).execute();
  await tables.deleteFrom('operator_challenges').where('expires_at', '<=', moment).execute();
  await tables
    .deleteFrom('operator_sessions')
    .where('refreshed_at', '<=', toMoment(now - IDLE_LIFE))
    .execute();
  await tables
    .deleteFrom('sign_in_tries')
    .where('began_at', '<=', toMoment(now - TRIES_LIFE))
    .execute();
}
