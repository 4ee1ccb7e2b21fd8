import { TABLES, type Table } from '@funil/contract/protocol';
import type { Pool } from 'pg';
import {
  HEAVIEST_QUEUE,
  type Insert,
  type InsertOutcome,
  type KeepOutcome,
  type RawNotice,
  type ReportTrouble,
  type Store,
  weighInsert,
  weighNotice,
} from '../capture-store.ts';
import { createGroupCommit, type GroupCommit } from '../group-commit.ts';
import { NEWS_CHANNEL } from '../news.ts';
import { createReadiness } from '../readiness.ts';
import { selectNewestNumbers, toRowNumbers } from '../row-numbers.ts';
import { TABLE_FACTS } from '../tables.ts';
import { CAPTURE_CONNECTIONS, createPools, type PostgresPools } from './database.ts';
import { createBatchWriter, createNoticeWriter } from './inserts.ts';
import { allowAnon, migratePostgres, TOUCH } from './migrate.ts';
import { createRateCounter } from './rate-counter.ts';

const UNAVAILABLE: KeepOutcome = { ok: false, reason: 'unavailable' };
/** Shortest time, in ms, between two attempts to bring the schema up to date. */
const RETRY_PAUSE = 500;

/**
 * PostgreSQL as a store, shared by any number of replicas. While it is away inserts are unavailable;
 * connections are made again by themselves.
 */
export function createPostgresStore(
  connectionString: string,
  reportTrouble: ReportTrouble,
  tellUpgrade = () => {},
) {
  const pools = createPools(connectionString, reportTrouble);
  const news = createNews(pools.owner);
  const isPrepared = createPreparation(pools, reportTrouble, tellUpgrade);
  const readiness = createReadiness(
    async () => (await isPrepared()) && probe(pools, reportTrouble),
  );
  const groups = Object.fromEntries(
    TABLES.map((table) => {
      const write = createBatchWriter(table, pools, reportTrouble);
      const group = createGroupCommit<Insert, InsertOutcome>({
        commit: async (batch) => {
          const outcomes = (await isPrepared()) ? await write(batch) : batch.map(() => UNAVAILABLE);
          readiness.told(
            outcomes.every((outcome) => outcome.ok || outcome.reason !== 'unavailable'),
          );
          if (TABLE_FACTS[table].phone !== null) news.tell();
          return outcomes;
        },
        weigh: weighInsert,
        largestBatch: 100,
        mostRows: 2_000,
        inFlight: TABLE_FACTS[table].isAwaited ? CAPTURE_CONNECTIONS : 1,
        longestQueue: 10_000,
        heaviestQueue: HEAVIEST_QUEUE,
        whenFull: UNAVAILABLE,
      });
      return [table, group];
    }),
  ) as Record<Table, GroupCommit<Insert, InsertOutcome>>;

  const keep = createNoticeWriter(pools.owner, reportTrouble);
  const notices = createGroupCommit<RawNotice, KeepOutcome>({
    commit: async (batch) => {
      const outcomes = (await isPrepared()) ? await keep(batch) : batch.map(() => UNAVAILABLE);
      readiness.told(outcomes.every(({ ok }) => ok));
      return outcomes;
    },
    weigh: weighNotice,
    largestBatch: 100,
    inFlight: 1,
    longestQueue: 10_000,
    heaviestQueue: HEAVIEST_QUEUE,
    whenFull: UNAVAILABLE,
  });

  const requestCounter = createRateCounter(pools.owner);
  const store: Store = {
    requestCounter,
    insert: (insert) => groups[insert.table].add(insert),
    keepNotice: (notice) => notices.add(notice),
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
async function probe(pools: PostgresPools, reportTrouble: ReportTrouble): Promise<boolean> {
  try {
    await pools.capture.query('select 1');
    await pools.owner.query(TOUCH);
    return true;
  } catch (error) {
    reportTrouble('the database does not take rows', error);
    return false;
  }
}

/** Migrates once; asked again after a failure, it tries again after a pause. */
function createPreparation(
  pools: PostgresPools,
  reportTrouble: ReportTrouble,
  tellUpgrade: () => void,
) {
  let isDone = false;
  let attempt: Promise<boolean> | null = null;
  let lastFailure = Number.NEGATIVE_INFINITY;

  async function prepare(): Promise<boolean> {
    try {
      const client = await pools.owner.connect();
      try {
        await migratePostgres(client, tellUpgrade);
        await allowAnon(client);
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
        owner.query(`notify ${NEWS_CHANNEL}`).catch(() => undefined);
      }, NOTIFY_INTERVAL_MS);
    },
    stop() {
      if (timer) clearTimeout(timer);
    },
  };
}
