import type { CaptureTable } from '@funil/contract/protocol';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { deleteInSteps } from '../store/delete-in-steps.ts';
import { eventTable, storedMs } from '../store/sql.ts';
import { eraseContextsBefore } from '../visits/visit-contexts.ts';
import { eraseVisitEvents, ROWS_PER_TRANSACTION } from './erase-person.ts';

const isBefore = (database: Database, table: CaptureTable, time: Date) =>
  sql<SqlBool>`created_at < ${
    table === 'jornada' ? storedMs(database, time.getTime()) : time.toISOString()
  }`;

const storedTable = (database: Database, table: CaptureTable) =>
  table === 'jornada' ? eventTable(database) : sql.table(table);

export async function countBefore(
  database: Database,
  table: CaptureTable,
  time: Date,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${storedTable(database, table)}
    where ${isBefore(database, table, time)}`.execute(database);
  return Number(rows[0]?.n);
}

/** Erases a table's rows that were stored before a time; with events, also the contexts of their visits. */
export async function eraseBefore(
  database: Database,
  table: CaptureTable,
  time: Date,
): Promise<number> {
  const isOld = isBefore(database, table, time);
  if (table === 'jornada') {
    await eraseContextsBefore(database, time);
    return eraseOldEvents(database, isOld);
  }
  return deleteInSteps(database, { table, where: isOld, rowsPerStatement: ROWS_PER_TRANSACTION });
}

/** Erases events by ranges of numbers, because they are stored in the order of their numbers. */
async function eraseOldEvents(database: Database, isOld: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(number) as first, max(number) as last from ${eventTable(database)}
    where ${isOld}`.execute(database);
  const { first = null, last = null } = rows[0] ?? {};
  let erased = 0;
  if (first === null || last === null) return 0;
  for (let start = first; start <= last; start += ROWS_PER_TRANSACTION) {
    const end = start + ROWS_PER_TRANSACTION - 1;
    erased += await eraseVisitEvents(
      database,
      sql`number between ${start} and ${end} and ${isOld}`,
    );
  }
  return erased;
}
