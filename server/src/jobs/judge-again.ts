import { ROBOT_RULES_VERSION } from '@funil/contract/contacts/robot-signals';
import { sql } from 'kysely';
import { type JudgedTable, judgeContacts } from '../contacts/judge-contacts.ts';
import type { Database } from '../store/database.ts';
import { withLock } from '../store/locks.ts';
import { createVisitUpdater } from '../visits/update-visits.ts';

/** Kept low, because captures wait for the transaction on SQLite. */
const JUDGED_ROWS_PER_TRANSACTION = 20;

/**
 * Does nothing unless the rules have changed since the last judgement.
 * @param signal stops after the current step; the next call starts from the first row
 */
export async function judgeAgain(database: Database, signal: AbortSignal): Promise<void> {
  const progressTable = sql.table('visit_progress');
  const { rows } = await sql<{ judgement: number }>`select judgement from ${progressTable}
  `.execute(database);
  if (rows[0]?.judgement === ROBOT_RULES_VERSION) return;
  for (const table of ['leads', 'applications'] as const) {
    let lastId: number | string | null = null;
    do {
      if (signal.aborted) return;
      lastId = await judgeNext(database, table, lastId);
    } while (lastId !== null);
  }
  await createVisitUpdater(database).reset();
  await sql`update ${progressTable} set judgement = ${ROBOT_RULES_VERSION}`.execute(database);
}

function judgeNext(
  database: Database,
  table: JudgedTable,
  lastId: number | string | null,
): Promise<number | string | null> {
  const id = sql.ref(table === 'leads' ? 'id' : 'save_id');
  return withLock(database, 'contacts', async (transaction) => {
    const afterLastId = lastId === null ? sql`` : sql`where ${id} > ${lastId}`;
    const { rows } = await sql<{ id: number | string }>`
      select ${id} as id from ${sql.table(table)} ${afterLastId}
      order by ${id} limit ${JUDGED_ROWS_PER_TRANSACTION}`.execute(transaction);
    const ids = rows.map((row) => row.id);
    await judgeContacts(transaction, table, ids);
    return ids.at(-1) ?? null;
  });
}
