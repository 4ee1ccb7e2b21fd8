import type { DatabaseSync } from 'node:sqlite';
import type { Utms } from '@funil/contract/utm';
import {
  type Insert,
  type InsertOutcome,
  MAX_QUEUED_BYTES,
  newestChange,
  type RawNotice,
  type ReportError,
  STORED,
  type Store,
  selectSeatHolders,
  selectSent,
  selectUtms,
  sizeOfInsert,
  sizeOfNotice,
  UNAVAILABLE,
} from '../capture-store.ts';
import { createGroupCommit } from '../group-commit.ts';
import { createReadiness } from '../readiness.ts';
import type { SealedSetting } from '../settings-tables.ts';
import { createBusyRetry, isBusy } from './busy-retry.ts';
import { openForWriting } from './database.ts';
import { prepareInserts, prepareNotices } from './inserts.ts';

/** Shortest time between two attempts to open the database. */
const REOPEN_INTERVAL_MS = 500;
/** At the start, nothing else waits while opening waits for another process that is writing. */
const START_BUSY_TIMEOUT_MS = 2_000;

interface Connection {
  readonly database: DatabaseSync;
  readonly inserts: ReturnType<typeof prepareInserts>;
  readonly storeNotice: ReturnType<typeof prepareNotices>;
}

const isNotice = (item: Insert | RawNotice): item is RawNotice => 'digest' in item;

/**
 * SQLite as a store. While its folder cannot be written, inserts are unavailable; the store reopens the database by
 * itself. While another process writes, rows wait without blocking this process.
 */
export function createSqliteStore(
  dataDir: string,
  reportError: ReportError,
  onUpgrade?: () => void,
): Store {
  let connection: Connection | null = null;
  let lastAttempt = Number.NEGATIVE_INFINITY;
  const busyRetry = createBusyRetry();

  /** @throws when another process holds a lock that opening needs */
  function connect(busyTimeoutMs = 0): Connection | null {
    if (connection) return connection;
    if (performance.now() - lastAttempt < REOPEN_INTERVAL_MS) return null;
    try {
      const database = openForWriting(dataDir, busyTimeoutMs, onUpgrade);
      database.exec('pragma busy_timeout = 0');
      connection = {
        database,
        inserts: prepareInserts(database),
        storeNotice: prepareNotices(database),
      };
    } catch (error) {
      if (isBusy(error)) throw error;
      lastAttempt = performance.now();
      reportError('the database cannot be opened', error);
    }
    return connection;
  }

  function disconnect() {
    try {
      connection?.database.close();
    } catch (error) {
      // Rows that were not committed were never acknowledged.
      reportError('the database did not close cleanly', error);
    }
    connection = null;
  }

  function write(batch: (Insert | RawNotice)[]): InsertOutcome[] {
    const open = connect();
    if (!open) return batch.map(() => UNAVAILABLE);
    open.database.exec('begin immediate');
    try {
      const outcomes = batch.map((item) => {
        if (!isNotice(item)) return open.inserts[item.table](item);
        open.storeNotice(item);
        return STORED;
      });
      open.database.exec('commit');
      return outcomes;
    } catch (error) {
      if (open.database.isTransaction) open.database.exec('rollback');
      throw error;
    }
  }

  async function commit(batch: (Insert | RawNotice)[]): Promise<InsertOutcome[]> {
    try {
      const outcomes = await busyRetry.run(() => write(batch));
      readiness.record(connection !== null);
      return outcomes;
    } catch (error) {
      readiness.record(false);
      reportError('the database does not take rows', error);
      // A new connection shows whether the error persists.
      if (!isBusy(error)) disconnect();
      return batch.map(() => UNAVAILABLE);
    }
  }

  /** Writes the file's first page unchanged, to the disk. */
  async function probe(): Promise<boolean> {
    try {
      return busyRetry.attempt(() => {
        const database = connect()?.database;
        database?.exec('pragma user_version = 0');
        return database !== undefined;
      });
    } catch (error) {
      if (isBusy(error)) return busyRetry.mayWait();
      reportError('the database does not take rows', error);
      disconnect();
      return false;
    }
  }

  const readiness = createReadiness(probe);
  try {
    connect(START_BUSY_TIMEOUT_MS);
  } catch (error) {
    reportError('the database cannot be opened', error);
  }
  const group = createGroupCommit<Insert | RawNotice, InsertOutcome>({
    commit,
    sizeOf: (item) => (isNotice(item) ? sizeOfNotice(item) : sizeOfInsert(item)),
    maxItems: 256,
    maxRows: 1_000,
    maxConcurrentCommits: 1,
    maxQueuedRows: 10_000,
    maxQueuedBytes: MAX_QUEUED_BYTES,
    whenFull: UNAVAILABLE,
  });

  /** Returns null if the database does not answer; the next capture reports the error. */
  function readRows(sql: string, values: Record<string, string | null> = {}) {
    try {
      return connection?.database.prepare(sql).all(values) ?? null;
    } catch {
      return null;
    }
  }

  return {
    requestCounter: null,
    insert: (insert) => group.add(insert),
    storeNotice: async (notice) => ((await group.add(notice)).ok ? STORED : UNAVAILABLE),
    findUtms: async (key) => {
      const [row] = readRows(selectUtms(':key'), { key }) ?? [];
      return row ? ({ ...row } as Utms) : null;
    },
    async readFormSecret() {
      const [row] = readRows('select secret from form_secret') ?? [];
      return row ? String(row.secret) : null;
    },
    findSent: async (table, { keys, phone_key, since }) =>
      readRows(
        selectSent(table, {
          keys: (column) => `${column} in (select value from json_each(:keys))`,
          phone: ':phone',
          since: ':since',
        }),
        { keys: JSON.stringify(keys), phone: phone_key, since: since.toISOString() },
      ),
    async countSeatHolders(product) {
      const sql = selectSeatHolders('sqlite', product === null ? null : ':product');
      const [row] = readRows(sql, product === null ? {} : { product }) ?? [];
      return row ? Number(row.people) : null;
    },
    async readNewestChange() {
      const [row] = readRows(`select ${newestChange('sqlite')} as number`) ?? [];
      return row ? Number(row.number) : null;
    },
    readStoredSettings: async () =>
      readRows('select name, sealed from stored_settings order by name') as SealedSetting[] | null,
    isReady: readiness.isReady,
    async close() {
      await group.drain();
      disconnect();
    },
  };
}
