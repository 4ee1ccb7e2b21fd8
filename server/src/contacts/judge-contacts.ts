import { hasUnknownArea } from '@funil/contract/contacts/person';
import { dropSignals, joinSignals, judgeSignals } from '@funil/contract/contacts/robot-signals';
import { MINUTE_MS } from '@funil/contract/durations';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../store/database.ts';
import type { ContactRef } from './contact-ref.ts';
import { readContactRows } from './contact-rows.ts';
import { recordJudgement, setContactSuspect } from './robot-marks.ts';

/** This many rows with one phone within CONTACT_BURST_MS are a burst; a person sends a form two or three times. */
const BURST_ROWS = 6;
const CONTACT_BURST_MS = 10 * MINUTE_MS;
/** The maximum of rows before a row, and of rows from it on, that it is compared with, because a flood has no end. */
const MAX_COMPARED_ROWS = 30;

export type JudgedTable = 'leads' | 'applications';
type RowId = number | string;

interface JudgedRow {
  /** The lead's row id, or the save id of one save of an application. */
  readonly row_id: RowId;
  /** The id that events and conversions use: the lead's idempotency key, or the application's id. */
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
/** Imported rows are not judged, because the seller sent them, not a visitor. */
const IS_SENT_BY_VISITOR = { leads: sql`import_id is null`, applications: sql`true` };
const ROW_ID_COLUMNS = { leads: sql`id`, applications: sql`save_id` };

const selectRows = (table: JudgedTable, isWanted: RawBuilder<unknown>) => sql`
  select ${JUDGED_COLUMNS[table]}, created_at, phone_key, signals, suspect from ${sql.table(table)}
  where ${IS_SENT_BY_VISITOR[table]} and ${isWanted}`;

async function readRows(
  database: Kysely<Tables>,
  query: RawBuilder<unknown>,
): Promise<JudgedRow[]> {
  const { rows } = await sql<Omit<JudgedRow, 'at'> & { created_at: string }>`${query}`.execute(
    database,
  );
  return rows.map(({ created_at, ...row }) => ({ ...row, at: Date.parse(created_at) }));
}

/** Returns the rows with a row's phone sent at most CONTACT_BURST_MS before or after the row, which is included. */
async function readNeighbors(
  database: Kysely<Tables>,
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
  return readRows(
    database,
    sql`
      select * from (${earlier} order by created_at desc limit ${MAX_COMPARED_ROWS}) as earlier
      union all select * from (${later} order by created_at limit ${MAX_COMPARED_ROWS}) as later`,
  );
}

/** Whether another program inserted the row with its own reason for a suspicion, without signals. */
const isMarkedByOtherProgram = ({ signals, suspect }: JudgedRow) =>
  signals === null && suspect !== null;

/**
 * Judges rows by their phones and by other rows with the same phone, and stores each changed judgement in the row and
 * in the contact list. A burst also marks the earlier rows of the burst. Needs the lock `contacts`.
 * @param rowIds of leads, or save ids of applications
 */
export async function judgeContacts(
  database: Kysely<Tables>,
  table: JudgedTable,
  rowIds: readonly RowId[],
): Promise<void> {
  if (rowIds.length === 0) return;
  const rows = new Map<RowId, JudgedRow>();
  const burstRowIds = new Set<RowId>();
  const isGiven = sql`${ROW_ID_COLUMNS[table]} in (${sql.join(rowIds)})`;
  for (const row of await readRows(database, selectRows(table, isGiven))) {
    rows.set(row.row_id, row);
    const neighbors = await readNeighbors(database, table, row);
    // All saves of an application count as one, because an applicant may correct it many times.
    const contactIds = new Set(neighbors.map(({ contact_id, row_id }) => contact_id ?? row_id));
    if (contactIds.size < BURST_ROWS) continue;
    for (const neighbor of [row, ...neighbors]) {
      rows.set(neighbor.row_id, neighbor);
      burstRowIds.add(neighbor.row_id);
    }
  }
  const changedRows = [...rows.values()].flatMap((row) => {
    if (isMarkedByOtherProgram(row)) return [];
    const signals = joinSignals(
      dropSignals(row.signals, ['same-phone', 'no-area-code']),
      burstRowIds.has(row.row_id) ? 'same-phone' : null,
      hasUnknownArea(row.phone) ? 'no-area-code' : null,
    );
    const suspect = judgeSignals(signals);
    return signals === row.signals && suspect === row.suspect ? [] : [{ ...row, signals, suspect }];
  });
  if (changedRows.length > 0) await storeJudgements(database, table, changedRows);
}

async function storeJudgements(
  database: Kysely<Tables>,
  table: JudgedTable,
  rows: readonly JudgedRow[],
) {
  for (const { row_id, signals, suspect } of rows) {
    await sql`update ${sql.table(table)} set signals = ${signals}, suspect = ${suspect}
      where ${ROW_ID_COLUMNS[table]} = ${row_id}`.execute(database);
  }
  const refs = rows.map(
    ({ row_id, contact_id }): ContactRef =>
      table === 'leads'
        ? { kind: 'lead', leadId: Number(row_id) }
        : { kind: 'application', applicationId: String(contact_id) },
  );
  // Contacts are read again, because the newest save of an application decides, which may be none of the changed rows.
  for (const { ref, suspect } of (await readContactRows(database, refs)).values()) {
    await setContactSuspect(database, ref, suspect !== null);
    await recordJudgement(database, ref);
  }
}
