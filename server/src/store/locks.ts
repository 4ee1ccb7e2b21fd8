import { type Kysely, sql } from 'kysely';
import { dialectOf, type Tables } from './database.ts';
import { ADVISORY_LOCKS } from './postgres/advisory-locks.ts';

/**
 * Data that one transaction at a time may change: sales and their matches, the contact list, visits, the operators'
 * roles and factors, the page's draft.
 */
type Lock = 'sales' | 'contacts' | 'visits' | 'operators' | 'page';

/** Waits for a lock, and holds it until the transaction ends. Must be called before the transaction's first read. */
export async function waitForLock(database: Kysely<Tables>, lock: Lock): Promise<void> {
  if (dialectOf(database) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]})`.execute(database);
}
