import type { Table } from '@funil/contract/protocol';
import type { Pool } from 'pg';
import pg from 'pg';
import type {
  Insert,
  InsertOutcome,
  NoticeOutcome,
  RawNotice,
  ReportError,
} from '../capture-store.ts';
import { addSaveId, CAPTURE_TABLES, headerValues } from '../capture-tables.ts';
import type { PostgresPools } from './database.ts';

const STORED: InsertOutcome = { ok: true };
const CONFLICT: InsertOutcome = { ok: false, reason: 'conflict' };
const UNAVAILABLE: InsertOutcome = { ok: false, reason: 'unavailable' };

/** Classes of SQLSTATE that speak of the row, not of the database: data exception, constraint. */
const ABOUT_THE_ROW = /^2[23]/;

/**
 * Writes batches of inserts to one table, each batch one statement and so one commit.
 * @returns one outcome per insert, in order; never rejects
 */
export function createBatchWriter(
  table: Table,
  pools: PostgresPools,
  reportError: ReportError,
): (batch: Insert[]) => Promise<InsertOutcome[]> {
  const { hasRequestKey, ...facts } = CAPTURE_TABLES[table];
  const columns = [...facts.columns, ...facts.headers].join(', ');
  const text = `insert into public.${table} (${columns})
    select ${columns} from json_populate_recordset(null::public.${table}, $1::json)
    on conflict do nothing`;
  const name = `insert-${table}`;

  async function write(batch: Insert[]): Promise<InsertOutcome[]> {
    const records = batch.flatMap(toRecords);
    // One order in every batch: two that repeat each other's rows then wait, and never deadlock.
    records.sort(byKey);
    const { rowCount } = await pools.capture.query({
      name,
      text,
      values: [JSON.stringify(records)],
    });
    const isWhole = !hasRequestKey || rowCount === records.length;
    return isWhole ? batch.map(() => STORED) : compareKeys(pools.owner, batch);
  }

  return async function writeOrExplain(batch) {
    try {
      return await write(batch).catch((error) => {
        if (isPassing(error)) return write(batch);
        throw error;
      });
    } catch (error) {
      if (!isAboutTheRow(error)) {
        reportError('the database does not take rows', error);
        return batch.map(() => UNAVAILABLE);
      }
      const [only, ...others] = batch;
      if (only && others.length === 0) return [{ ok: false, reason: 'refused', code: error.code }];
      // One wrong row spoiled the batch: each request for itself tells whose it was.
      const outcomes: InsertOutcome[] = [];
      for (const insert of batch) outcomes.push(...(await writeOrExplain([insert])));
      return outcomes;
    }
  };
}

function toRecords(insert: Insert) {
  const fromHeaders = headerValues(insert);
  // Events, the most by far, are written as they came.
  if (fromHeaders.length === 0) return insert.rows;
  const columns = Object.fromEntries(fromHeaders);
  return insert.rows.map((row) => ({ ...addSaveId(insert.table, row), ...columns }));
}

const keyOf = (row: Record<string, unknown>) =>
  String(row.idempotency_key ?? row.save_id ?? row.id);

const byKey = (a: Record<string, unknown>, b: Record<string, unknown>) => {
  if (keyOf(a) === keyOf(b)) return 0;
  return keyOf(a) < keyOf(b) ? -1 : 1;
};

/** Deadlocks and serialisation failures: the same statement, sent again, may well succeed. */
const isPassing = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');

function isAboutTheRow(error: unknown): error is pg.DatabaseError & { code: string } {
  return error instanceof pg.DatabaseError && ABOUT_THE_ROW.test(error.code ?? '');
}

/** Some keys were there already: a retry of the same lead is stored, another lead is a conflict. */
async function compareKeys(owner: pg.Pool, batch: Insert[]): Promise<InsertOutcome[]> {
  const keys = batch.map((insert) => insert.idempotencyKey).filter((key) => key !== null);
  const { rows } = await owner.query(
    'select idempotency_key, nome, telefone from public.leads where idempotency_key = any($1)',
    [keys],
  );
  const stored = new Map(rows.map((lead) => [lead.idempotency_key, lead]));
  return batch.map(({ idempotencyKey, rows: [row] }) => {
    const lead = stored.get(idempotencyKey);
    const isSame = !lead || (lead.nome === row?.nome && lead.telefone === row?.telefone);
    return isSame ? STORED : CONFLICT;
  });
}

const KEEP = `insert into funil.notices (platform, digest, headers, body, proof)
  select * from unnest($1::text[], $2::bytea[], $3::text[], $4::bytea[], $5::text[])
  on conflict on constraint notice_is_stored_once do nothing`;

const byDigest = (a: RawNotice, b: RawNotice) => Buffer.compare(a.digest, b.digest);

/** Writes batches of notices as the tables' owner, each in one commit; repeats change nothing. */
export function createNoticeWriter(
  owner: Pool,
  reportError: ReportError,
): (batch: RawNotice[]) => Promise<NoticeOutcome[]> {
  return async (batch) => {
    // One order in every batch: two that repeat each other's notices then wait, and never deadlock.
    const notices = batch.toSorted(byDigest);
    try {
      await owner.query({
        name: 'keep-notices',
        text: KEEP,
        values: [
          notices.map(({ platform }) => platform),
          notices.map(({ digest }) => digest),
          notices.map(({ headers }) => headers),
          notices.map(({ body }) => body),
          notices.map(({ proof }) => proof),
        ],
      });
      return batch.map(() => ({ ok: true }));
    } catch (error) {
      reportError('the database does not take notices', error);
      return batch.map(() => ({ ok: false, reason: 'unavailable' }));
    }
  };
}
