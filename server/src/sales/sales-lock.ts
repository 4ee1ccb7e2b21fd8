import { type Kysely, sql } from 'kysely';
import { dialectOf, type Tables } from '../store/database.ts';
import { TURNS } from '../store/postgres/turns.ts';

/**
 * Takes the write lock of sales until the transaction ends; false if another process holds it. Call it before
 * any read: SQLite refuses a write that follows a read which another write has outdated.
 */
export async function tryLockSales(step: Kysely<Tables>): Promise<boolean> {
  if (dialectOf(step) === 'sqlite') {
    // Changes nothing, and is a writer from here on.
    await sql`update notices set read_by = read_by where id < 0`.execute(step);
    return true;
  }
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${TURNS.sales}) as is_ours`.execute(step);
  return rows[0]?.is_ours === true;
}

/** Waits for the write lock of sales, and holds it until the transaction ends. */
export async function lockSales(step: Kysely<Tables>): Promise<void> {
  if (dialectOf(step) === 'sqlite') await tryLockSales(step);
  else await sql`select pg_advisory_xact_lock(${TURNS.sales})`.execute(step);
}
