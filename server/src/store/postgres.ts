import { TABLES, type Table } from '@funil/contract/protocol';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { createBatchWriter } from './postgres-inserts.ts';
import { CAPTURE_CONNECTIONS, createPools, type PostgresPools } from './postgres-pools.ts';
import { createRateCounter } from './postgres-rate-counter.ts';
import type { Insert, InsertOutcome, ReportTrouble, Store } from './store.ts';

const UNAVAILABLE: InsertOutcome = { ok: false, reason: 'unavailable' };
/** Shortest time, in ms, between two attempts to bring the schema up to date. */
const RETRY_PAUSE = 500;

/**
 * PostgreSQL as a store, shared by any number of replicas. While it is away inserts are unavailable;
 * connections are made again by themselves.
 */
export function createPostgresStore(connectionString: string, reportTrouble: ReportTrouble) {
  const pools = createPools(connectionString, reportTrouble);
  const isPrepared = createPreparation(pools, reportTrouble);
  const groups = Object.fromEntries(
    TABLES.map((table) => {
      const write = createBatchWriter(table, pools, reportTrouble);
      const group = createGroupCommit<Insert, InsertOutcome>({
        commit: async (batch) =>
          (await isPrepared()) ? write(batch) : batch.map(() => UNAVAILABLE),
        largestBatch: 100,
        inFlight: table === 'leads' ? CAPTURE_CONNECTIONS : 1,
        longestQueue: 5_000,
        whenFull: UNAVAILABLE,
      });
      return [table, group];
    }),
  ) as Record<Table, GroupCommit<Insert, InsertOutcome>>;

  const requestCounter = createRateCounter(pools.owner);
  const store: Store = {
    requestCounter,
    insert: (insert) => groups[insert.table].add(insert),
    async isReady() {
      if (!(await isPrepared())) return false;
      return pools.capture.query('select 1').then(
        () => true,
        (error) => {
          reportTrouble('the database does not answer', error);
          return false;
        },
      );
    },
    async close() {
      requestCounter.stop();
      await Promise.all(TABLES.map((table) => groups[table].drain()));
      await pools.close();
    },
  };
  return { store, pools };
}

/** Migrates once; asked again after a failure, it tries again after a pause. */
function createPreparation(pools: PostgresPools, reportTrouble: ReportTrouble) {
  let isDone = false;
  let attempt: Promise<boolean> | null = null;
  let lastFailure = Number.NEGATIVE_INFINITY;

  async function prepare(): Promise<boolean> {
    try {
      const client = await pools.owner.connect();
      try {
        await migratePostgres(client);
      } finally {
        client.release();
      }
      isDone = true;
    } catch (error) {
      reportTrouble('the database cannot be prepared', error);
      lastFailure = performance.now();
    }
    attempt = null;
    return isDone;
  }

  return (): Promise<boolean> | boolean => {
    if (isDone) return true;
    if (performance.now() - lastFailure < RETRY_PAUSE) return false;
    attempt ??= prepare();
    return attempt;
  };
}
