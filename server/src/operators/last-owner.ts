import { type Kysely, sql } from 'kysely';
import type { DialectName, Tables } from '../store/database.ts';
import { TURNS } from '../store/postgres/turns.ts';

/**
 * Whether an operator is the only owner. Until the transaction ends, no other one removes or demotes an owner. To be asked before
 * anything is read: SQLite refuses to write on what was read before another connection wrote.
 */
export async function isLastOwner(
  tables: Kysely<Tables>,
  dialect: DialectName,
  email: string,
): Promise<boolean> {
  if (dialect === 'postgres') {
    await sql`select pg_advisory_xact_lock(${TURNS.owners})`.execute(tables);
  } else {
    await tables
      .updateTable('operators')
      .set(({ ref }) => ({ email: ref('email') }))
      .execute();
  }
  const owners = await tables
    .selectFrom('operators')
    .select('email')
    .where('role', '=', 'owner')
    .limit(2)
    .execute();
  return owners.length === 1 && owners[0]?.email === email;
}
