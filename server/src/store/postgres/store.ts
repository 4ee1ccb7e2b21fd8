import { CAPTURE_TABLE_NAMES, type CaptureTable } from '@funil/contract/capture/protocol';
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
} from '../capture/capture-store.ts';
import { createGroupCommit } from '../capture/group-commit.ts';
import { createReadiness } from '../health/readiness.ts';
import {
  createOutageReporter,
  type ReportError,
  ROWS_NOT_STORED_MESSAGE,
} from '../health/report-error.ts';
import { CAPTURE_CONNECTIONS, createPools, type PostgresPools } from './database.ts';
import { createBatchWriter, createNoticeWriter } from './inserts.ts';
import { allowAnon, migratePostgres, refuseSharedSession, WRITE_PROBE_SQL } from './migrate.ts';
import { createRateCounter } from './rate-counter.ts';

const PREPARE_RETRY_INTERVAL_MS = 500;

const QUEUE_LIMITS = {
  maxItems: 100,
  maxQueuedBytes: MAX_QUEUED_BYTES,
  whenFull: CAPTURE_UNAVAILABLE,
};

/** While PostgreSQL does not answer, inserts are `unavailable`; the pools reconnect by themselves. */
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

  const captureCommits = Object.fromEntries(
    CAPTURE_TABLE_NAMES.map((table) => {
      const groupCommit = createGroupCommit<CaptureInsert, InsertOutcome>({
        ...QUEUE_LIMITS,
        commit: createCommit(createBatchWriter(table, pools, reportError)),
        sizeOf: sizeOfInsert,
        maxRows: 2_000,
        // Leads have all connections, because a visitor waits for the answer.
        maxConcurrentCommits: table === 'leads' ? CAPTURE_CONNECTIONS : 1,
      });
      return [table, groupCommit];
    }),
  ) as Record<CaptureTable, ReturnType<typeof createGroupCommit<CaptureInsert, InsertOutcome>>>;
  const noticeCommits = createGroupCommit<RawNotice, InsertOutcome>({
    ...QUEUE_LIMITS,
    commit: createCommit(createNoticeWriter(pools.owner, reportError)),
    sizeOf: sizeOfNotice,
    maxConcurrentCommits: 1,
  });

  const requestCounter = createRateCounter(pools.owner);
  return {
    requestCounter,
    insert: (insert) => captureCommits[insert.table].add(insert),
    storeNotice: (notice) => noticeCommits.add(notice),
    dialect: 'postgres',
    read: (sql, values = []) =>
      pools.owner.query(sql, [...values]).then(
        ({ rows }) => rows,
        // The error is not reported, because the next capture meets and reports it.
        () => null,
      ),
    isReady: readiness.isReady,
    async close() {
      requestCounter.stop();
      await Promise.all([
        noticeCommits.drain(),
        ...CAPTURE_TABLE_NAMES.map((table) => captureCommits[table].drain()),
      ]);
      await pools.close();
    },
  };
}

async function checkSessions(client: PoolClient, pool: Pool) {
  const otherClient = await pool.connect();
  await refuseSharedSession(client, otherClient).finally(() => otherClient.release());
}

/** Returns a check that both pools answer and a row can be written; a full disk or a standby refuses the write. */
function createProbe(pools: PostgresPools, reportError: ReportError): () => Promise<boolean> {
  const outages = createOutageReporter(ROWS_NOT_STORED_MESSAGE, reportError);
  return async () => {
    try {
      await pools.capture.query('select 1');
      await pools.owner.query(WRITE_PROBE_SQL);
      outages.recordSuccess();
      return true;
    } catch (error) {
      outages.recordFailure(error);
      return false;
    }
  };
}

function createPreparation(
  pools: PostgresPools,
  reportError: ReportError,
  onUpgrade?: () => void,
): () => Promise<boolean> | boolean {
  const outages = createOutageReporter('the database cannot be prepared', reportError);
  let isPrepared = false;
  let runningAttempt: Promise<boolean> | null = null;
  let lastFailureMs = Number.NEGATIVE_INFINITY;

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
      isPrepared = true;
      outages.recordSuccess();
    } catch (error) {
      outages.recordFailure(error);
      lastFailureMs = performance.now();
    }
    runningAttempt = null;
    return isPrepared;
  }

  return () => {
    if (isPrepared) return true;
    if (performance.now() - lastFailureMs < PREPARE_RETRY_INTERVAL_MS) return false;
    runningAttempt ??= prepare();
    return runningAttempt;
  };
}
