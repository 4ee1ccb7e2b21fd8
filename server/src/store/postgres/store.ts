import { TABLES, type Table } from '@funil/contract/protocol';
import type { Pool } from 'pg';
import {
  type Insert,
  type InsertOutcome,
  MAX_QUEUED_BYTES,
  type NoticeOutcome,
  type RawNotice,
  type ReportError,
  type Store,
  sizeOfInsert,
  sizeOfNotice,
} from '../capture-store.ts';
import { CAPTURE_TABLES } from '../capture-tables.ts';
import { COMMIT_CHANNEL } from '../commit-watch.ts';
import { createGroupCommit, type GroupCommit } from '../group-commit.ts';
import { createReadiness } from '../readiness.ts';
import { selectNewestNumbers, toRowNumbers } from '../row-numbers.ts';
import { CAPTURE_CONNECTIONS, createPools, type PostgresPools } from './database.ts';
import { createBatchWriter, createNoticeWriter } from './inserts.ts';
import { allowAnon, migratePostgres, TOUCH } from './migrate.ts';
import { createRateCounter } from './rate-counter.ts';

const UNAVAILABLE: NoticeOutcome = { ok: false, reason: 'unavailable' };
/** Shortest time, in ms, between two attempts to bring the schema up to date. */
const RETRY_PAUSE = 500;

/**
 * PostgreSQL as a store, shared by any number of replicas. While it is away inserts are unavailable;
 * connections are made again by themselves.
 */
export function createPostgresStore(
  connectionString: string,
  reportError: ReportError,
  onUpgrade = () => {},
) {
  const pools = createPools(connectionString, reportError);
  const news = createNews(pools.owner);
  const isPrepared = createPreparation(pools, reportError, onUpgrade);
  const readiness = createReadiness(async () => (await isPrepared()) && probe(pools, reportError));
  const groups = Object.fromEntries(
    TABLES.map((table) => {
      const write = createBatchWriter(table, pools, reportError);
      const group = createGroupCommit<Insert, InsertOutcome>({
        commit: async (batch) => {
          const outcomes = (await isPrepared()) ? await write(batch) : batch.map(() => UNAVAILABLE);
          readiness.told(
            outcomes.every((outcome) => outcome.ok || outcome.reason !== 'unavailable'),
          );
          if (CAPTURE_TABLES[table].phone !== null) news.tell();
          return outcomes;
        },
        weigh: sizeOfInsert,
        largestBatch: 100,
        mostRows: 2_000,
        inFlight: CAPTURE_TABLES[table].isAwaited ? CAPTURE_CONNECTIONS : 1,
        longestQueue: 10_000,
        heaviestQueue: MAX_QUEUED_BYTES,
        whenFull: UNAVAILABLE,
      });
      return [table, group];
    }),
  ) as Record<Table, GroupCommit<Insert, InsertOutcome>>;

  const keep = createNoticeWriter(pools.owner, reportError);
  const notices = createGroupCommit<RawNotice, NoticeOutcome>({
    commit: async (batch) => {
      const outcomes = (await isPrepared()) ? await keep(batch) : batch.map(() => UNAVAILABLE);
      readiness.told(outcomes.every(({ ok }) => ok));
      return outcomes;
    },
    weigh: sizeOfNotice,
    largestBatch: 100,
    inFlight: 1,
    longestQueue: 10_000,
    heaviestQueue: MAX_QUEUED_BYTES,
    whenFull: UNAVAILABLE,
  });

  const requestCounter = createRateCounter(pools.owner);
  const store: Store = {
    requestCounter,
    insert: (insert) => groups[insert.table].add(insert),
    storeNotice: (notice) => notices.add(notice),
    async hasDestinations() {
      try {
        const found = await pools.owner.query('select from funil.destinations limit 1');
        return found.rowCount === 1;
      } catch {
        // Whoever stores a row next tells of the trouble.
        return false;
      }
    },
    async readRowNumbers() {
      try {
        const { rows } = await pools.owner.query(selectNewestNumbers('postgres'));
        return toRowNumbers(rows[0]);
      } catch {
        // A destination that is named now begins with the next rows that its thread finds.
        return null;
      }
    },
    isReady: readiness.ask,
    async close() {
      requestCounter.stop();
      news.stop();
      await Promise.all([notices.drain(), ...TABLES.map((table) => groups[table].drain())]);
      await pools.close();
    },
  };
  return { store, pools };
}

/** Becomes a visitor, and has the disk hold a row as it is: a full disk or a standby takes neither. */
async function probe(pools: PostgresPools, reportError: ReportError): Promise<boolean> {
  try {
    await pools.capture.query('select 1');
    await pools.owner.query(TOUCH);
    return true;
  } catch (error) {
    reportError('the database does not take rows', error);
    return false;
  }
}

/** Migrates once; asked again after a failure, it tries again after a pause. */
function createPreparation(pools: PostgresPools, reportError: ReportError, onUpgrade: () => void) {
  let isDone = false;
  let attempt: Promise<boolean> | null = null;
  let lastFailure = Number.NEGATIVE_INFINITY;

  async function prepare(): Promise<boolean> {
    try {
      const client = await pools.owner.connect();
      try {
        await migratePostgres(client, onUpgrade);
        await allowAnon(client);
      } finally {
        client.release();
      }
      isDone = true;
    } catch (error) {
      reportError('the database cannot be prepared', error);
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

/** Shortest time between two notifications of commits. */
const NOTIFY_INTERVAL_MS = 200;

/** Notifies watchers some time after a commit, on another connection: no capture waits for it. */
function createNews(owner: Pool) {
  let timer: NodeJS.Timeout | null = null;
  return {
    tell() {
      timer ??= setTimeout(() => {
        timer = null;
        // A lost notification delays watchers until their next poll.
        owner.query(`notify ${COMMIT_CHANNEL}`).catch(() => undefined);
      }, NOTIFY_INTERVAL_MS);
    },
    stop() {
      if (timer) clearTimeout(timer);
    },
  };
}
