import type { CaptureTable } from '@funil/contract/capture/protocol';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PersonRecord, PersonRecords } from '../contacts/find-person.ts';
import { removeMatches } from '../sales/recompute-sales.ts';
import type { Database } from '../store/database.ts';
import { deleteInSteps } from '../store/delete-in-steps.ts';
import { withLock } from '../store/locks.ts';
import { inChunks } from '../store/queries/in-chunks.ts';
import { eventTable, isInAny, uuidsOf } from '../store/queries/sql.ts';
import { eraseContextsOf } from '../visits/visit-contexts.ts';
import { findMatchedSales } from './find-buyer.ts';

/** How many rows of each table are erased, or would be. */
export type ErasedCounts = Record<CaptureTable, number>;

export const ROWS_PER_TRANSACTION = 500;

type ErasableRows = Readonly<
  Record<keyof PersonRecords, readonly Pick<PersonRecord, 'id' | 'reference'>[]>
>;

function referencesOf({ leads, applications, application_drafts }: ErasableRows): string[] {
  const rows = [...leads, ...applications, ...application_drafts];
  return [...new Set(rows.flatMap(({ reference }) => reference ?? []))];
}

export async function findSessions(database: Database, records: PersonRecords): Promise<string[]> {
  const sessions = new Set<string>();
  for (const chunk of inChunks(referencesOf(records), ROWS_PER_TRANSACTION)) {
    const rows = await database
      .selectFrom('jornada')
      .where('lead_ref', 'in', chunk)
      .select('session_id')
      .distinct()
      .execute();
    for (const { session_id } of rows) sessions.add(session_id);
  }
  return [...sessions];
}

/** Reads the complete table, because no index has the sessions. */
async function findEventNumbers(database: Database, sessions: readonly string[]) {
  if (sessions.length === 0) return [];
  const { rows } = await sql<{ number: number }>`
    select number from jornada
    where session_id in (${uuidsOf(database, sessions)}) order by number`.execute(database);
  return rows.map(({ number }) => number);
}

export const countVisitEvents = async (database: Database, sessions: readonly string[]) =>
  (await findEventNumbers(database, sessions)).length;

/** Removes sales' matches to the rows, because SQLite may give an erased lead's number to a later lead. */
const unmatchSales = (database: Database, rows: ErasableRows) =>
  withLock(database, 'sales', async (transaction) =>
    removeMatches(transaction, await findMatchedSales(transaction, rows)),
  );

/** Erases events first, because a repeat after a crash finds them by the rows. */
export async function erasePerson(
  database: Database,
  rows: ErasableRows,
  sessions: readonly string[],
): Promise<ErasedCounts> {
  let jornada = 0;
  await eraseContextsOf(database, referencesOf(rows));
  for (const chunk of inChunks(await findEventNumbers(database, sessions), ROWS_PER_TRANSACTION)) {
    // PostgreSQL's BRIN index supports a range of numbers, but no list.
    const isInRange = sql<SqlBool>`number between ${chunk[0]} and ${chunk.at(-1)}`;
    jornada += await eraseVisitEvents(
      database,
      sql`${isInRange} and ${isInAny({ number: chunk })}`,
    );
  }
  await unmatchSales(database, rows);
  return {
    leads: await eraseRows(database, 'leads', rows.leads),
    applications: await eraseRows(database, 'applications', rows.applications),
    application_drafts: await eraseRows(database, 'application_drafts', rows.application_drafts),
    jornada,
  };
}

export async function eraseVisitEvents(
  database: Database,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${eventTable(database)} where ${condition}`.execute(database);
  return Number(numAffectedRows);
}

async function eraseRows(
  database: Database,
  table: Exclude<CaptureTable, 'jornada'>,
  rows: readonly Pick<PersonRecord, 'id'>[],
): Promise<number> {
  let erasedCount = 0;
  for (const chunk of inChunks([...new Set(rows.map(({ id }) => id))], ROWS_PER_TRANSACTION)) {
    erasedCount += await deleteContactRows(database, table, isInAny({ id: chunk }));
  }
  return erasedCount;
}

/** Takes the lock first, because the triggers take it after the rows, for which its holder may be waiting. */
export const deleteContactRows = (
  database: Database,
  table: Exclude<CaptureTable, 'jornada'>,
  where: RawBuilder<SqlBool>,
): Promise<number> =>
  deleteInSteps(database, {
    table,
    // The saves of an application share its `id`.
    key: table === 'leads' ? 'id' : 'save_id',
    where,
    rowsPerStatement: ROWS_PER_TRANSACTION,
    lock: 'contacts',
  });
