import type { DatabaseSync } from 'node:sqlite';
import type { Table } from '@funil/contract/protocol';
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
import type { RowNumbers } from '../delivery-tables.ts';
import { createGroupCommit } from '../group-commit.ts';
import { createReadiness } from '../readiness.ts';
import { selectNewestNumbers, toRowNumbers } from '../row-numbers.ts';
import { createLockWait, isBusy } from './busy-retry.ts';
import { openForWriting } from './database.ts';
import { prepareInserts, prepareNotices, type StoreInsert, type StoreNotice } from './inserts.ts';
import { readVersion } from './migrate.ts';

const KEPT: NoticeOutcome = { ok: true };
const UNAVAILABLE: NoticeOutcome = { ok: false, reason: 'unavailable' };
/** Shortest time, in ms, between two attempts to open a database that would not open. */
const REOPEN_PAUSE = 500;

interface Connection {
  readonly database: DatabaseSync;
  readonly inserts: Record<Table, StoreInsert>;
  readonly keep: StoreNotice;
}

/** What shares a commit: a request's rows, and a notice. */
type Work = Insert | RawNotice;

const isNotice = (work: Work): work is RawNotice => 'digest' in work;

/**
 * The embedded database as a store. A folder that cannot be written, now or later, makes inserts
 * unavailable until it can; it is opened again by itself. While another process writes, rows wait
 * and nothing else does.
 */
export function createSqliteStore(
  dataDir: string,
  reportError: ReportError,
  onUpgrade = () => {},
): Store {
  let connection: Connection | null = null;
  let lastAttempt = Number.NEGATIVE_INFINITY;
  const lock = createLockWait();

  /** @throws when another process is writing what opening has to write */
  function connect(wait = 0): Connection | null {
    if (connection) return connection;
    if (performance.now() - lastAttempt < REOPEN_PAUSE) return null;
    try {
      const database = openForWriting(dataDir, wait, onUpgrade);
      database.exec('pragma busy_timeout = 0');
      connection = {
        database,
        inserts: prepareInserts(database),
        keep: prepareNotices(database),
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
      // The connection is given up either way; what it had not committed was never acknowledged.
      reportError('the database did not close cleanly', error);
    }
    connection = null;
  }

  function write(batch: Work[]): InsertOutcome[] {
    const open = connect();
    if (!open) return batch.map(() => UNAVAILABLE);
    open.database.exec('begin immediate');
    try {
      const outcomes = batch.map((work) => {
        if (!isNotice(work)) return open.inserts[work.table](work);
        open.keep(work);
        return KEPT;
      });
      open.database.exec('commit');
      return outcomes;
    } catch (error) {
      if (open.database.isTransaction) open.database.exec('rollback');
      throw error;
    }
  }

  async function commit(batch: Work[]): Promise<InsertOutcome[]> {
    try {
      const outcomes = await lock.run(() => write(batch));
      readiness.told(connection !== null);
      return outcomes;
    } catch (error) {
      readiness.told(false);
      reportError('the database does not take rows', error);
      // Closing rolls back; a fresh connection finds out by itself whether the trouble is over.
      if (!isBusy(error)) disconnect();
      return batch.map(() => UNAVAILABLE);
    }
  }

  /** Writes the file's first page as it is, and has the disk hold it. */
  function probe(): boolean {
    try {
      return lock.attempt(() => {
        const database = connect()?.database;
        database?.exec(`pragma user_version = ${readVersion(database)}`);
        return database !== undefined;
      });
    } catch (error) {
      if (isBusy(error)) return lock.isWaiting();
      reportError('the database does not take rows', error);
      disconnect();
      return false;
    }
  }

  const readiness = createReadiness(async () => probe());
  try {
    connect(2_000);
  } catch (error) {
    reportError('the database cannot be opened', error);
  }
  const group = createGroupCommit<Work, InsertOutcome>({
    commit,
    weigh: (work) => (isNotice(work) ? sizeOfNotice(work) : sizeOfInsert(work)),
    largestBatch: 256,
    mostRows: 1_000,
    inFlight: 1,
    longestQueue: 10_000,
    heaviestQueue: MAX_QUEUED_BYTES,
    whenFull: UNAVAILABLE,
  });
  function hasDestinations(): boolean {
    try {
      const found = connection?.database.prepare('select 1 from destinations limit 1').get();
      return found !== undefined;
    } catch {
      // Whoever stores a row next tells of the trouble.
      return false;
    }
  }

  function readRowNumbers(): RowNumbers | null {
    try {
      const row = connection?.database.prepare(selectNewestNumbers('sqlite')).get();
      return row ? toRowNumbers(row) : null;
    } catch {
      // A destination that is named now begins with the next rows that its thread finds.
      return null;
    }
  }

  return {
    requestCounter: null,
    insert: (insert) => group.add(insert),
    storeNotice: async (notice) => ((await group.add(notice)).ok ? KEPT : UNAVAILABLE),
    hasDestinations: async () => hasDestinations(),
    readRowNumbers: async () => readRowNumbers(),
    isReady: readiness.ask,
    async close() {
      await group.drain();
      disconnect();
    },
  };
}
