import { sql } from 'kysely';
import type { Database } from '../../src/store/database.ts';

/** Returns how many connections to this PostgreSQL database wait for a lock. */
export async function countLockWaits(database: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
  return rows[0]?.n ?? 0;
}
