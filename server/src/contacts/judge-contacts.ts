import { hasUnknownArea } from '@funil/contract/contacts/person';
import { joinSignals, judgeSignals, removeSignals } from '@funil/contract/contacts/robot-signals';
import { MINUTE_MS } from '@funil/contract/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../store/database.ts';
import { toContactRef } from './contact-ref.ts';
import { readContactRows } from './contact-rows.ts';
import { recordJudgement, setContactSuspect } from './robot-marks.ts';

/** This many rows within CONTACT_BURST_MS come from a robot, because a person sends a form two or three times. */
const CONTACT_BURST_ROWS = 6;
const CONTACT_BURST_MS = 10 * MINUTE_MS;
/** The most rows that are read before a row, and from it on, because a flood has no end. */
const MAX_NEIGHBORS_COMPARED = 30;

export type JudgedTable = 'leads' | 'applications';
type RowId = number | string;

interface JudgedRow {
  readonly row_id: RowId;
  /** The lead's idempotency key, or the application's id. */
  readonly contact_id: string | null;
  readonly at: number;
  readonly phone: string;
  readonly phone_key: string | null;
  readonly signals: string | null;
  readonly suspect: string | null;
}

const JUDGED_COLUMNS = {
  leads: sql`id as row_id, idempotency_key as contact_id, telefone as phone`,
  applications: sql`save_id as row_id, id as contact_id, whatsapp as phone`,
};
const IS_SENT_BY_VISITOR = { leads: sql`import_id is null`, applications: sql`true` };
const ROW_ID_COLUMNS = { leads: sql`id`, applications: sql`save_id` };

const selectRows = (table: JudgedTable, wantedCondition: RawBuilder<unknown>) => sql`
  select ${JUDGED_COLUMNS[table]}, created_at, phone_key, signals, suspect from ${sql.table(table)}
  where ${IS_SENT_BY_VISITOR[table]} and ${wantedCondition}`;

async function readJudgedRows(
  database: Queryable,
  query: RawBuilder<unknown>,
): Promise<JudgedRow[]> {
  const { rows } = await sql<Omit<JudgedRow, 'at'> & { created_at: string }>`${query}`.execute(
    database,
  );
  return rows.map(({ created_at, ...row }) => ({ ...row, at: Date.parse(created_at) }));
}

async function readNeighbors(
  database: Queryable,
  table: JudgedTable,
  { phone_key, at }: JudgedRow,
): Promise<JudgedRow[]> {
  if (phone_key === null) return [];
  const [from, time, until] = [at - CONTACT_BURST_MS, at, at + CONTACT_BURST_MS].map((ms) =>
    new Date(ms).toISOString(),
  );
  const hasPhone = sql`phone_key = ${phone_key}`;
  const earlier = selectRows(table, sql`${hasPhone} and created_at between ${from} and ${time}`);
  const later = selectRows(table, sql`${hasPhone} and created_at between ${time} and ${until}`);
  return readJudgedRows(
    database,
    sql`
      select * from (${earlier} order by created_at desc limit ${MAX_NEIGHBORS_COMPARED}) as earlier
      union all select * from (${later} order by created_at limit ${MAX_NEIGHBORS_COMPARED}) as later`,
  );
}

/** Whether another program has marked the row: this server stores no suspicion without signals. */
const isMarkedByOtherProgram = ({ signals, suspect }: JudgedRow) =>
  signals === null && suspect !== null;

/**
 * Judges rows by other rows with the same phone, and stores changed judgements in the rows and in
 * the contact list; a burst also marks its earlier rows. Needs the lock `contacts`.
 * @param rowIds of leads, or save ids of applications
 */
export async function judgeContacts(
  database: Queryable,
  table: JudgedTable,
  rowIds: readonly RowId[],
): Promise<void> {
  if (rowIds.length === 0) return;
  const rowsById = new Map<RowId, JudgedRow>();
  const burstRowIds = new Set<RowId>();
  const isGivenRow = sql`${ROW_ID_COLUMNS[table]} in (${sql.join(rowIds)})`;
  for (const row of await readJudgedRows(database, selectRows(table, isGivenRow))) {
    rowsById.set(row.row_id, row);
    const neighbors = await readNeighbors(database, table, row);
    const contactIds = new Set(neighbors.map(({ contact_id, row_id }) => contact_id ?? row_id));
    if (contactIds.size < CONTACT_BURST_ROWS) continue;
    for (const neighbor of [row, ...neighbors]) {
      rowsById.set(neighbor.row_id, neighbor);
      burstRowIds.add(neighbor.row_id);
    }
  }
  const changedRows = [...rowsById.values()].flatMap((row) => {
    if (isMarkedByOtherProgram(row)) return [];
    const signals = joinSignals(
      removeSignals(row.signals, ['same-phone', 'no-area-code']),
      burstRowIds.has(row.row_id) ? 'same-phone' : null,
      hasUnknownArea(row.phone) ? 'no-area-code' : null,
    );
    const suspect = judgeSignals(signals);
    return signals === row.signals && suspect === row.suspect ? [] : [{ ...row, signals, suspect }];
  });
  if (changedRows.length > 0) await storeJudgements(database, table, changedRows);
}

async function storeJudgements(
  database: Queryable,
  table: JudgedTable,
  rows: readonly JudgedRow[],
) {
  for (const { row_id, signals, suspect } of rows) {
    await sql`update ${sql.table(table)} set signals = ${signals}, suspect = ${suspect}
      where ${ROW_ID_COLUMNS[table]} = ${row_id}`.execute(database);
  }
  const refs = rows.map(({ row_id, contact_id }) =>
    table === 'leads' ? toContactRef('lead', row_id) : toContactRef('application', contact_id),
  );
  // An application's newest save decides, even if it is none of the changed rows.
  for (const { ref, suspect } of (await readContactRows(database, refs)).values()) {
    await setContactSuspect(database, ref, suspect !== null);
    await recordJudgement(database, ref);
  }
}
