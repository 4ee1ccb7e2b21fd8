import { type Kysely, sql } from 'kysely';
import { dialectOf, type Tables } from './database.ts';
import { ADVISORY_LOCKS } from './postgres/advisory-locks.ts';

/** Data that one transaction at a time may change: sales and their matches, the contact list, the operators' roles. */
type Lock = 'sales' | 'contacts' | 'owners';

/**
 * Takes SQLite's write lock by a statement that changes nothing; PostgreSQL needs none. Call it before any read:
 * SQLite refuses a write after a read if another write has changed what was read.
 */
export async function beginWriting(transaction: Kysely<Tables>): Promise<void> {
  if (dialectOf(transaction) === 'postgres') return;
  await sql`update changes set number = number where number = 0`.execute(transaction);
}

/**
 * Takes a lock until the transaction ends. Call it before any read.
 * @returns false if another process holds it; on SQLite, which has one writer, always true
 */
export async function tryLock(transaction: Kysely<Tables>, lock: Lock): Promise<boolean> {
  await beginWriting(transaction);
  if (dialectOf(transaction) === 'sqlite') return true;
  const { rows } = await sql<{ is_taken: boolean }>`
    select pg_try_advisory_xact_lock(${ADVISORY_LOCKS[lock]}) as is_taken`.execute(transaction);
  return rows[0]?.is_taken === true;
}

/** Waits for a lock, and takes it until the transaction ends. Call it before any read. */
export async function waitForLock(transaction: Kysely<Tables>, lock: Lock): Promise<void> {
  await beginWriting(transaction);
  if (dialectOf(transaction) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]})`.execute(transaction);
}
