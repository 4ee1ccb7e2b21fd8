import type { CaptureTable } from '@funil/contract/protocol';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PersonRecord, PersonRecords } from '../contacts/find-person.ts';
import { removeMatches } from '../sales/remove-matches.ts';
import type { Database } from '../store/database.ts';
import { deleteInSteps } from '../store/delete-in-steps.ts';
import { inChunks } from '../store/in-chunks.ts';
import { waitForLock } from '../store/locks.ts';
import { eventTable, isInAny, storedMs, uuidsOf } from '../store/sql.ts';
import { eraseContextsBefore, eraseContextsOf } from '../visits/visit-contexts.ts';
import { findMatchedSales } from './find-buyer.ts';

/** The numbers of rows that are, or would be, erased. */
export type ErasedCounts = Record<CaptureTable, number>;

const ROWS_PER_TRANSACTION = 500;

/** The rows to erase. */
export type ErasableRows = Readonly<
  Record<keyof PersonRecords, readonly Pick<PersonRecord, 'id' | 'reference'>[]>
>;

/** Returns the ids by which events and visit contexts refer to the rows. */
function referencesOf({ leads, applications, application_drafts }: ErasableRows): string[] {
  const rows = [...leads, ...applications, ...application_drafts];
  return [...new Set(rows.flatMap(({ reference }) => reference ?? []))];
}

/** Returns the session ids of the visits in which the rows were sent. */
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

/** Returns the numbers of the sessions' events. Reads the complete table, which has no index for it. */
async function findEvents(database: Database, sessions: readonly string[]): Promise<number[]> {
  if (sessions.length === 0) return [];
  const { rows } = await sql<{ number: number }>`
    select number from jornada
    where session_id in (${uuidsOf(database, sessions)}) order by number`.execute(database);
  return rows.map(({ number }) => number);
}

export const countEvents = async (database: Database, sessions: readonly string[]) =>
  (await findEvents(database, sessions)).length;

/** Removes erased leads and applications from their sales, because SQLite may give a lead's number to a later lead. */
const unmatchSales = (database: Database, rows: ErasableRows) =>
  database.transaction().execute(async (transaction) => {
    await waitForLock(transaction, 'sales');
    await removeMatches(transaction, await findMatchedSales(transaction, rows));
  });

/** Erases rows and the events of sessions. Events are erased first, because a repeat after a crash needs the rows. */
export async function erasePerson(
  database: Database,
  rows: ErasableRows,
  sessions: readonly string[],
): Promise<ErasedCounts> {
  let jornada = 0;
  await eraseContextsOf(database, referencesOf(rows));
  for (const chunk of inChunks(await findEvents(database, sessions), ROWS_PER_TRANSACTION)) {
    // PostgreSQL's BRIN index supports a range of numbers, but not a list.
    const isInRange = sql<SqlBool>`number between ${chunk[0]} and ${chunk.at(-1)}`;
    jornada += await eraseEvents(database, sql`${isInRange} and ${isInAny({ number: chunk })}`);
  }
  await unmatchSales(database, rows);
  return {
    leads: await eraseRows(database, 'leads', rows.leads),
    applications: await eraseRows(database, 'applications', rows.applications),
    application_drafts: await eraseRows(database, 'application_drafts', rows.application_drafts),
    jornada,
  };
}

async function eraseEvents(database: Database, condition: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${eventTable(database)} where ${condition}`.execute(database);
  return Number(numAffectedRows);
}

async function eraseRows(
  database: Database,
  table: Exclude<CaptureTable, 'jornada'>,
  rows: readonly Pick<PersonRecord, 'id'>[],
): Promise<number> {
  let erased = 0;
  for (const chunk of inChunks([...new Set(rows.map(({ id }) => id))], ROWS_PER_TRANSACTION)) {
    const query = database.deleteFrom(table).where(isInAny({ id: chunk }));
    erased += Number((await query.executeTakeFirst()).numDeletedRows);
  }
  return erased;
}

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
    erased += await eraseEvents(database, sql`number between ${start} and ${end} and ${isOld}`);
  }
  return erased;
}
