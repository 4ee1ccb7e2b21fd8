import type { CaptureTable } from '@funil/contract/capture/protocol';
import { compareTexts } from '@funil/contract/characters';
import pg from 'pg';
import {
  CAPTURE_STORED,
  CAPTURE_TABLES,
  CAPTURE_UNAVAILABLE,
  type CaptureInsert,
  type CaptureRow,
  type InsertOutcome,
  judgeSkippedLead,
  type RawNotice,
} from '../capture/capture-store.ts';
import {
  createOutageReporter,
  type ReportError,
  ROWS_NOT_STORED_MESSAGE,
} from '../health/report-error.ts';
import type { PostgresPools } from './database.ts';

export function createBatchWriter(
  table: CaptureTable,
  pools: PostgresPools,
  reportError: ReportError,
): (batch: CaptureInsert[]) => Promise<InsertOutcome[]> {
  const { columns: names, hasRequestKey } = CAPTURE_TABLES[table];
  const columns = names.join(', ');
  const text = `insert into public.${table} (${columns})
    select ${columns} from json_populate_recordset(null::public.${table}, $1::json)
    on conflict do nothing`;
  const name = `insert-${table}`;
  const outages = createOutageReporter(ROWS_NOT_STORED_MESSAGE, reportError);

  async function write(batch: CaptureInsert[]): Promise<InsertOutcome[]> {
    // All batches insert in the same order, so that two of them never deadlock.
    const rows = batch
      .flatMap((insert) => insert.rows)
      .sort((a, b) => compareTexts(sortKeyOf(a), sortKeyOf(b)));
    const values = [JSON.stringify(rows)];
    const { rowCount } = await pools.capture.query({ name, text, values });
    const isComplete = !hasRequestKey || rowCount === rows.length;
    return isComplete ? batch.map(() => CAPTURE_STORED) : judgeSkippedLeads(pools.owner, batch);
  }

  return async function writeBatch(batch) {
    try {
      const outcomes = await write(batch).catch((error) => {
        if (isTransient(error)) return write(batch);
        throw error;
      });
      outages.recordSuccess();
      return outcomes;
    } catch (error) {
      if (!isRowRefused(error)) {
        outages.recordFailure(error);
        return batch.map(() => CAPTURE_UNAVAILABLE);
      }
      if (batch.length === 1) return [{ ok: false, reason: 'refused', code: error.code }];
      // A refused row fails the whole batch; written singly, rows fail only their own request.
      const outcomes: InsertOutcome[] = [];
      for (const insert of batch) outcomes.push(...(await writeBatch([insert])));
      return outcomes;
    }
  };
}

const sortKeyOf = (row: CaptureRow) => String(row.idempotency_key ?? row.save_id ?? row.id);

/** Whether the same statement may succeed: after a deadlock or a serialization failure. */
const isTransient = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');

const isRowRefused = (error: unknown): error is pg.DatabaseError & { code: string } =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');

async function judgeSkippedLeads(owner: pg.Pool, batch: CaptureInsert[]): Promise<InsertOutcome[]> {
  const { rows } = await owner.query(
    'select idempotency_key, nome, telefone from public.leads where idempotency_key = any($1)',
    [batch.flatMap(({ rows: [row] }) => row?.idempotency_key ?? [])],
  );
  const leadsByKey = new Map(rows.map((lead) => [lead.idempotency_key, lead]));
  return batch.map(({ rows: [row] }) =>
    judgeSkippedLead(row, leadsByKey.get(row?.idempotency_key)),
  );
}

const INSERT_NOTICES = `insert into funil.notices (platform, digest, headers, body, proof)
  select * from unnest($1::text[], $2::bytea[], $3::text[], $4::bytea[], $5::text[])
  on conflict on constraint notice_is_stored_once do nothing`;

export function createNoticeWriter(
  owner: pg.Pool,
  reportError: ReportError,
): (batch: RawNotice[]) => Promise<InsertOutcome[]> {
  const outages = createOutageReporter('the database does not take notices', reportError);
  return async (batch) => {
    // All batches insert in the same order, so that two of them never deadlock.
    const notices = batch.toSorted((a, b) => Buffer.compare(a.digest, b.digest));
    const fields = ['platform', 'digest', 'headers', 'body', 'proof'] as const;
    const values = fields.map((field) => notices.map((notice) => notice[field]));
    try {
      await owner.query({ name: 'insert-notices', text: INSERT_NOTICES, values });
      outages.recordSuccess();
      return batch.map(() => CAPTURE_STORED);
    } catch (error) {
      outages.recordFailure(error);
      return batch.map(() => CAPTURE_UNAVAILABLE);
    }
  };
}
