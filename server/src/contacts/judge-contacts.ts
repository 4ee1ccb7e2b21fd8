import { hasUnknownArea } from '@funil/contract/contacts/person';
import { dropSignals, joinSignals, judgeSignals } from '@funil/contract/contacts/robot-signals';
import { MINUTE_MS } from '@funil/contract/durations';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../store/database.ts';
import type { ContactRef } from './contact-ref.ts';
import { recordJudgment, setContactSuspect } from './robot-marks.ts';

/** So many rows with one phone in this time are a burst; a person sends a form again once or twice. */
const BURST_ROWS = 6;
const CONTACT_BURST_MS = 10 * MINUTE_MS;
/**
 * Only the newest rows of a phone are compared, because earlier rows of a flood are already marked. At least as many as
 * are judged at once.
 */
const MAX_COMPARED_ROWS = 200;

export type JudgedTable = 'leads' | 'applications';
type RowId = number | string;

interface JudgedRow {
  readonly id: RowId;
  /** The id that events and conversions use. */
  readonly key: string | null;
  readonly at: number;
  readonly phone: string;
  readonly phone_key: string | null;
  readonly signals: string | null;
  readonly suspect: string | null;
}

const JUDGED_COLUMNS = {
  leads: sql`id, idempotency_key as key, telefone as phone`,
  applications: sql`save_id as id, id as key, whatsapp as phone`,
};
/** Rows that visitors sent; those of imports are the seller's. */
const IS_SENT_BY_VISITOR = { leads: sql`import_id is null`, applications: sql`true` };
const JUDGED_ID_COLUMNS = { leads: sql`id`, applications: sql`save_id` };

async function readRows(
  database: Kysely<Tables>,
  table: JudgedTable,
  isWanted: RawBuilder<unknown>,
): Promise<JudgedRow[]> {
  const { rows } = await sql<Omit<JudgedRow, 'at'> & { created_at: string }>`
    select ${JUDGED_COLUMNS[table]}, created_at, phone_key, signals, suspect from ${sql.table(table)}
    where ${IS_SENT_BY_VISITOR[table]} and ${isWanted}
    order by created_at desc limit ${MAX_COMPARED_ROWS}`.execute(database);
  return rows.map(({ created_at, ...row }) => ({ ...row, at: Date.parse(created_at) }));
}

/** Returns the rows that were sent with one of the phones of `judged`, by phone. */
async function readRowsByPhone(
  database: Kysely<Tables>,
  table: JudgedTable,
  judged: readonly JudgedRow[],
): Promise<Map<string, JudgedRow[]>> {
  const byPhone = Map.groupBy(judged, ({ phone_key }) => phone_key);
  const found = new Map<string, JudgedRow[]>();
  for (const [phone, rows] of byPhone) {
    if (phone === null) continue;
    const times = rows.map(({ at }) => at);
    const from = new Date(Math.min(...times) - CONTACT_BURST_MS).toISOString();
    const until = new Date(Math.max(...times) + CONTACT_BURST_MS).toISOString();
    const isNear = sql`phone_key = ${phone} and created_at between ${from} and ${until}`;
    found.set(phone, await readRows(database, table, isNear));
  }
  return found;
}

/**
 * Judges rows by their phones and by other rows, and marks or clears them; a burst marks its earlier rows, too. Needs
 * the lock `contacts`.
 * @param ids of leads, or save ids of applications
 */
export async function judgeContacts(
  database: Kysely<Tables>,
  table: JudgedTable,
  ids: readonly RowId[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = new Map<RowId, JudgedRow>();
  const bursts = new Set<RowId>();
  const isGiven = sql`${JUDGED_ID_COLUMNS[table]} in (${sql.join(ids)})`;
  const judged = await readRows(database, table, isGiven);
  const rowsByPhone = await readRowsByPhone(database, table, judged);
  for (const row of judged) {
    rows.set(row.id, row);
    const neighbors = (rowsByPhone.get(row.phone_key ?? '') ?? []).filter(
      ({ at }) => Math.abs(at - row.at) <= CONTACT_BURST_MS,
    );
    // Corrections of an application are rows of the same person.
    if (new Set(neighbors.map(({ key, id }) => key ?? id)).size < BURST_ROWS) continue;
    for (const neighbor of neighbors) {
      rows.set(neighbor.id, neighbor);
      bursts.add(neighbor.id);
    }
  }
  const changed = [...rows.values()].flatMap((row) => {
    // Another program has marked the row, and says why.
    if (row.signals === null && row.suspect !== null) return [];
    const signals = joinSignals(
      dropSignals(row.signals, ['same-phone', 'no-area-code']),
      bursts.has(row.id) ? 'same-phone' : null,
      hasUnknownArea(row.phone) ? 'no-area-code' : null,
    );
    const judged = { ...row, signals, suspect: judgeSignals(signals) };
    return signals === row.signals && judged.suspect === row.suspect ? [] : [judged];
  });
  for (const row of changed) await storeMark(database, table, row);
}

async function storeMark(
  database: Kysely<Tables>,
  table: JudgedTable,
  { id, key, signals, suspect }: JudgedRow,
) {
  await sql`update ${sql.table(table)} set signals = ${signals}, suspect = ${suspect}
    where ${JUDGED_ID_COLUMNS[table]} = ${id}`.execute(database);
  const ref: ContactRef =
    table === 'leads'
      ? { kind: 'lead', leadId: Number(id) }
      : { kind: 'application', applicationId: String(key) };
  await setContactSuspect(database, ref, suspect !== null);
  await recordJudgment(database, ref);
}
