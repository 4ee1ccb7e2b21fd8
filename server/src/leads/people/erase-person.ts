import { setTimeout as pause } from 'node:timers/promises';
import type { Table } from '@funil/contract/protocol';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { inChunks } from '../../store/in-chunks.ts';
import { eventTable, storedMs, uuidsOf } from '../../store/sql.ts';
import { eraseContextsBefore, eraseContextsOf } from '../../visits/visit-contexts.ts';
import type { PersonRecord, PersonRecords } from './find-person.ts';

/** How many rows of each table were, or would be, erased. */
export type ErasedCounts = Record<Table, number>;

/** Rows of one transaction: page and capture go on between two of them. */
const CHUNK = 500;
/** Rest between two transactions, in ms: as long as the work before it, within these. */
const LONGEST_REST = 100;
/** Long enough that a server which asks every few ms gets its turn. */
const SHORTEST_REST = 20;

/** Repeats a deletion of at most a chunk of rows until nothing is left; each is a transaction of its own. */
async function eraseInChunks(eraseChunk: () => Promise<number>): Promise<number> {
  let erased = 0;
  for (;;) {
    const start = performance.now();
    const n = await eraseChunk();
    erased += n;
    if (n === 0) return erased;
    // SQLite has one writer: the server's turn comes while this rests.
    const took = performance.now() - start;
    await pause(Math.min(Math.max(took, SHORTEST_REST), LONGEST_REST));
  }
}

async function deleteWhere(database: Database, table: Table, condition: RawBuilder<SqlBool>) {
  const { numDeletedRows } = await database.deleteFrom(table).where(condition).executeTakeFirst();
  return Number(numDeletedRows);
}

const isOneOf = (column: string, values: readonly unknown[]) =>
  sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`;

/** What events call the rows by. */
function referencesOf({ leads, applications, application_drafts }: PersonRecords): string[] {
  const rows = [...leads, ...applications, ...application_drafts];
  return [...new Set(rows.flatMap(({ reference }) => (reference === null ? [] : [reference])))];
}

/** The visits in which rows were made. */
export async function findSessions(database: Database, found: PersonRecords): Promise<string[]> {
  const visits = new Set<string>();
  for (const chunk of inChunks(referencesOf(found), CHUNK)) {
    const rows = await database
      .selectFrom('jornada')
      .where('lead_ref', 'in', chunk)
      .select('session_id')
      .distinct()
      .execute();
    for (const { session_id } of rows) visits.add(session_id);
  }
  return [...visits];
}

/** Returns the numbers of the visits' events. Reads the whole table: no index leads there. */
async function findEvents(database: Database, visits: readonly string[]): Promise<number[]> {
  if (visits.length === 0) return [];
  const { rows } = await sql<{ number: number }>`
    select number from jornada
    where session_id in (${uuidsOf(database, visits)}) order by number`.execute(database);
  return rows.map(({ number }) => number);
}

export const countEvents = async (database: Database, visits: readonly string[]) =>
  (await findEvents(database, visits)).length;

/** Takes the leads and applications out of sales that stay: SQLite gives a lead's number again. */
async function unmatchSales(database: Database, { leads, applications }: PersonRecords) {
  const unmatch = async (column: 'lead_id' | 'lead_ref', ids: readonly (string | number)[]) => {
    for (const chunk of inChunks(ids, CHUNK)) {
      await database
        .updateTable('sales')
        .set({ matched_by: null, lead_source: null, lead_ref: null, lead_id: null, candidates: 0 })
        .where('lead_source', '=', column === 'lead_id' ? 'lead' : 'application')
        .where(column, 'in', chunk)
        .execute();
    }
  };
  await unmatch(
    'lead_id',
    leads.map(({ id }) => id),
  );
  await unmatch(
    'lead_ref',
    applications.map(({ id }) => id),
  );
}

/** Erases the rows found and the visits' events; these first, since the rows lead to them. */
export async function erasePerson(
  database: Database,
  found: PersonRecords,
  visits: readonly string[],
): Promise<ErasedCounts> {
  let jornada = 0;
  await eraseContextsOf(database, referencesOf(found));
  for (const chunk of inChunks(await findEvents(database, visits), CHUNK)) {
    // PostgreSQL finds a stretch of numbers by their index, but no list of them.
    const isNear = sql<SqlBool>`number between ${chunk[0]} and ${chunk.at(-1)}`;
    const isTheirs = isOneOf('number', chunk);
    jornada += await eraseEvents(database, sql<SqlBool>`${isNear} and ${isTheirs}`);
    await pause(SHORTEST_REST);
  }
  await unmatchSales(database, found);
  return {
    leads: await eraseRows(database, 'leads', found.leads),
    applications: await eraseRows(database, 'applications', found.applications),
    application_drafts: await eraseRows(database, 'application_drafts', found.application_drafts),
    jornada,
  };
}

async function eraseEvents(database: Database, condition: RawBuilder<SqlBool>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${eventTable(database)} where ${condition}`.execute(database);
  return Number(numAffectedRows);
}

const isOldEvent = (database: Database, moment: Date) =>
  sql<SqlBool>`created_at < ${storedMs(database, moment.getTime())}`;

async function countEventsBefore(database: Database, moment: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${eventTable(database)}
    where ${isOldEvent(database, moment)}`.execute(database);
  return Number(rows[0]?.n);
}

/** Events lie in the order in which they were stored: erased from the first, a stretch at a time. */
async function eraseEventsBefore(database: Database, moment: Date): Promise<number> {
  const isOld = isOldEvent(database, moment);
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(number) as first, max(number) as last from ${eventTable(database)}
    where ${isOld}`.execute(database);
  const { first = null, last = null } = rows[0] ?? {};
  let erased = 0;
  if (first === null || last === null) return 0;
  for (let start = first; start <= last; start += CHUNK) {
    const isHere = sql<SqlBool>`number between ${start} and ${start + CHUNK - 1} and ${isOld}`;
    erased += await eraseEvents(database, isHere);
    await pause(SHORTEST_REST);
  }
  return erased;
}

/** Erases all that was saved under the rows' ids. */
async function eraseRows(
  database: Database,
  table: Exclude<Table, 'jornada'>,
  rows: readonly PersonRecord[],
): Promise<number> {
  let erased = 0;
  for (const chunk of inChunks([...new Set(rows.map(({ id }) => id))], CHUNK)) {
    erased += await deleteWhere(database, table, isOneOf('id', chunk));
  }
  return erased;
}

/** At most a chunk of the rows that a condition names. */
const aChunkOf = (table: Table, condition: RawBuilder<SqlBool>) =>
  sql<SqlBool>`id in (select id from ${sql.table(table)} where ${condition} limit ${sql.lit(CHUNK)})
    and ${condition}`;

const isBefore = (moment: Date) => sql<SqlBool>`created_at < ${moment.toISOString()}`;

export async function countBefore(database: Database, table: Table, moment: Date) {
  if (table === 'jornada') return countEventsBefore(database, moment);
  const { n } = await database
    .selectFrom(table)
    .where(isBefore(moment))
    .select((expression) => expression.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Erases a table's rows stored before a moment; with events, what conversions know of their visits. */
export async function eraseBefore(database: Database, table: Table, moment: Date) {
  if (table !== 'jornada') {
    return eraseInChunks(() => deleteWhere(database, table, aChunkOf(table, isBefore(moment))));
  }
  await eraseContextsBefore(database, moment);
  return eraseEventsBefore(database, moment);
}

/**
 * What was erased may still stand in SQLite's write-ahead log; this writes it back and empties it.
 * @returns whether it is empty: while somebody reads, it cannot be emptied
 */
export async function truncateLog(database: Database): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
    if (rows[0]?.busy === 0) return true;
    await pause(LONGEST_REST);
  }
  return false;
}
