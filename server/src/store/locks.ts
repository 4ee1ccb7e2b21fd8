import { type Kysely, sql } from 'kysely';
import { dialectOf, type Tables } from './database.ts';
import { ADVISORY_LOCKS } from './postgres/advisory-locks.ts';

/** What one transaction at a time may change: sales and their matches, the contact list, the operators' roles. */
type Lock = 'sales' | 'contacts' | 'owners';

/**
 * Takes SQLite's write lock by a statement that changes nothing; PostgreSQL needs none. Call it before any read:
 * SQLite refuses a write that follows a read which another write has outdated.
 */
export async function beginWriting(step: Kysely<Tables>): Promise<void> {
  if (dialectOf(step) === 'postgres') return;
  await sql`update delivery_progress set last_number = last_number where source = ''`.execute(step);
}

/**
 * Takes a lock until the transaction ends. Call it before any read.
 * @returns false if another process holds it; on SQLite, which has one writer, always true
 */
export async function tryLock(step: Kysely<Tables>, lock: Lock): Promise<boolean> {
  await beginWriting(step);
  if (dialectOf(step) === 'sqlite') return true;
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${ADVISORY_LOCKS[lock]}) as is_ours`.execute(step);
  return rows[0]?.is_ours === true;
}

/** Waits for a lock, and holds it until the transaction ends. Call it before any read. */
export async function waitForLock(step: Kysely<Tables>, lock: Lock): Promise<void> {
  await beginWriting(step);
  if (dialectOf(step) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]})`.execute(step);
}
