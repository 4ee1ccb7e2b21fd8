import { type Kysely, sql } from 'kysely';
import type { DialectName, Tables } from '../store/database.ts';
import { TURNS } from '../store/postgres/turns.ts';

/**
 * Whether nobody else is changing sales; if so, nobody will until the transaction ends. To be asked before
 * anything is read: SQLite lets nobody write on what he read before another wrote.
 */
export async function isOurTurn(step: Kysely<Tables>, dialect: DialectName): Promise<boolean> {
  if (dialect === 'sqlite') {
    // Changes nothing, and is a writer from here on.
    await sql`update notices set read_by = read_by where id < 0`.execute(step);
    return true;
  }
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${TURNS.sales}) as is_ours`.execute(step);
  return rows[0]?.is_ours === true;
}

/** Waits until nobody else is changing sales; nobody will until the transaction ends. */
export async function waitForTurn(step: Kysely<Tables>, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') await isOurTurn(step, dialect);
  else await sql`select pg_advisory_xact_lock(${TURNS.sales})`.execute(step);
}
