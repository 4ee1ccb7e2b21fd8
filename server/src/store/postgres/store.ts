import { CAPTURE_TABLE_NAMES, type CaptureTable } from '@funil/contract/protocol';
import type { Pool, PoolClient } from 'pg';
import {
  CAPTURE_UNAVAILABLE,
  type CaptureInsert,
  type CaptureStore,
  type InsertOutcome,
  MAX_QUEUED_BYTES,
  type RawNotice,
  sizeOfInsert,
  sizeOfNotice,
} from '../capture-store.ts';
import { createGroupCommit } from '../group-commit.ts';
import { createReadiness } from '../readiness.ts';
import { createFailureReport, type ReportError, ROWS_NOT_STORED_MESSAGE } from '../report-error.ts';
import { CAPTURE_CONNECTIONS, createPools, type PostgresPools } from './database.ts';
import { createBatchWriter, createNoticeWriter } from './inserts.ts';
import { allowAnon, migratePostgres, refuseSharedSession, WRITE_PROBE_SQL } from './migrate.ts';
import { createRateCounter } from './rate-counter.ts';

const PREPARE_INTERVAL_MS = 500;

const QUEUE_LIMITS = {
  maxItems: 100,
  maxQueuedRows: 10_000,
  maxQueuedBytes: MAX_QUEUED_BYTES,
  whenFull: CAPTURE_UNAVAILABLE,
};

/**
 * Replicas may share the database. While it does not answer, inserts are `unavailable`; the pools reconnect by
 * themselves.
 */
export function createPostgresStore(
  connectionString: string,
  reportError: ReportError,
  onUpgrade?: () => void,
): CaptureStore {
  const pools = createPools(connectionString, reportError);
  const prepare = createPreparation(pools, reportError, onUpgrade);
  const probe = createProbe(pools, reportError);
  const readiness = createReadiness(async () => (await prepare()) && probe());

  const createCommit =
    <Item>(write: (batch: Item[]) => Promise<InsertOutcome[]>) =>
    async (batch: Item[]) => {
      const outcomes = (await prepare())
        ? await write(batch)
        : batch.map(() => CAPTURE_UNAVAILABLE);
      readiness.record(outcomes.every((outcome) => outcome.ok || outcome.reason !== 'unavailable'));
      return outcomes;
    };

  const groups = Object.fromEntries(
    CAPTURE_TABLE_NAMES.map((table) => {
      const groupCommit = createGroupCommit<CaptureInsert, InsertOutcome>({
        ...QUEUE_LIMITS,
        commit: createCommit(createBatchWriter(table, pools, reportError)),
        sizeOf: sizeOfInsert,
        maxRows: 2_000,
        // A visitor waits for the answer to a lead.
        maxConcurrentCommits: table === 'leads' ? CAPTURE_CONNECTIONS : 1,
      });
      return [table, groupCommit];
    }),
  ) as Record<CaptureTable, ReturnType<typeof createGroupCommit<CaptureInsert, InsertOutcome>>>;
  const notices = createGroupCommit<RawNotice, InsertOutcome>({
    ...QUEUE_LIMITS,
    commit: createCommit(createNoticeWriter(pools.owner, reportError)),
    sizeOf: sizeOfNotice,
    maxConcurrentCommits: 1,
  });

  const requestCounter = createRateCounter(pools.owner);
  return {
    requestCounter,
    insert: (insert) => groups[insert.table].add(insert),
    storeNotice: (notice) => notices.add(notice),
    dialect: 'postgres',
    read: (sql, values = []) =>
      pools.owner.query(sql, [...values]).then(
        ({ rows }) => rows,
        // The next capture reports the same error.
        () => null,
      ),
    isReady: readiness.isReady,
    async close() {
      requestCounter.stop();
      await Promise.all([
        notices.drain(),
        ...CAPTURE_TABLE_NAMES.map((table) => groups[table].drain()),
      ]);
      await pools.close();
    },
  };
}

async function checkSessions(client: PoolClient, pool: Pool) {
  const other = await pool.connect();
  await refuseSharedSession(client, other).finally(() => other.release());
}

/** A write fails on a full disk or a standby. */
function createProbe(pools: PostgresPools, reportError: ReportError): () => Promise<boolean> {
  const failures = createFailureReport(ROWS_NOT_STORED_MESSAGE, reportError);
  return async () => {
    try {
      await pools.capture.query('select 1');
      await pools.owner.query(WRITE_PROBE_SQL);
      failures.succeed();
      return true;
    } catch (error) {
      failures.fail(error);
      return false;
    }
  };
}

function createPreparation(
  pools: PostgresPools,
  reportError: ReportError,
  onUpgrade?: () => void,
): () => Promise<boolean> | boolean {
  const failures = createFailureReport('the database cannot be prepared', reportError);
  let isDone = false;
  let attempt: Promise<boolean> | null = null;
  let lastFailure = Number.NEGATIVE_INFINITY;

  async function prepare(): Promise<boolean> {
    try {
      const client = await pools.owner.connect();
      try {
        await checkSessions(client, pools.owner);
        await migratePostgres(client, onUpgrade);
        await allowAnon(client);
      } finally {
        // The connection is closed, because its time limits are those of migrations.
        client.release(true);
      }
      isDone = true;
      failures.succeed();
    } catch (error) {
      failures.fail(error);
      lastFailure = performance.now();
    }
    attempt = null;
    return isDone;
  }

  return () => {
    if (isDone) return true;
    if (performance.now() - lastFailure < PREPARE_INTERVAL_MS) return false;
    attempt ??= prepare();
    return attempt;
  };
}
