import { sql } from 'kysely';
import { dialectOf, type Queryable } from './database.ts';
import { ADVISORY_LOCKS } from './postgres/advisory-locks.ts';

export type Lock = 'sales' | 'contacts' | 'visits' | 'operators' | 'page';

/** Call this before the transaction's first read, which could be stale otherwise. */
export async function waitForLock(database: Queryable, lock: Lock): Promise<void> {
  if (dialectOf(database) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]})`.execute(database);
}

export const withLock = <Result>(
  database: Queryable,
  lock: Lock,
  run: (transaction: Queryable) => Promise<Result>,
): Promise<Result> =>
  database.transaction().execute(async (transaction) => {
    await waitForLock(transaction, lock);
    return run(transaction);
  });
