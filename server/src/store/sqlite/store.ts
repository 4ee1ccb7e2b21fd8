import type { DatabaseSync } from 'node:sqlite';
import {
  CAPTURE_STORED,
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
import { createBusyRetry, isBusy } from './busy-retry.ts';
import { openForWriting } from './database.ts';
import { prepareInserts, prepareNotices } from './inserts.ts';

const OPEN_FAILURE_MESSAGE = 'the database cannot be opened';
const REOPEN_INTERVAL_MS = 500;
/** At the start, opening may block the thread this long, because no request waits yet. */
const START_BUSY_TIMEOUT_MS = 2_000;

interface OpenDatabase {
  readonly database: DatabaseSync;
  readonly inserts: ReturnType<typeof prepareInserts>;
  readonly storeNotice: ReturnType<typeof prepareNotices>;
}

const isNotice = (item: CaptureInsert | RawNotice): item is RawNotice => 'digest' in item;

function createOpener(dataDir: string, reportError: ReportError, onUpgrade?: () => void) {
  const outages = createOutageReporter(OPEN_FAILURE_MESSAGE, reportError);
  let openDatabase: OpenDatabase | null = null;
  let lastAttemptMs = Number.NEGATIVE_INFINITY;
  return {
    get current() {
      return openDatabase;
    },
    /** @throws if another process holds a lock that opening needs */
    open(busyTimeoutMs = 0): OpenDatabase | null {
      if (openDatabase) return openDatabase;
      if (performance.now() - lastAttemptMs < REOPEN_INTERVAL_MS) return null;
      try {
        const database = openForWriting(dataDir, busyTimeoutMs, onUpgrade);
        database.exec('pragma busy_timeout = 0');
        openDatabase = {
          database,
          inserts: prepareInserts(database),
          storeNotice: prepareNotices(database),
        };
        outages.recordSuccess();
      } catch (error) {
        if (isBusy(error)) throw error;
        lastAttemptMs = performance.now();
        outages.recordFailure(error);
      }
      return openDatabase;
    },
    close() {
      try {
        openDatabase?.database.close();
      } catch (error) {
        // Only committed rows are acknowledged, so none is lost.
        reportError('the database did not close cleanly', error);
      }
      openDatabase = null;
    },
  };
}

function writeBatch(
  { database, inserts, storeNotice }: OpenDatabase,
  batch: (CaptureInsert | RawNotice)[],
) {
  database.exec('begin immediate');
  try {
    const outcomes = batch.map((item): InsertOutcome => {
      if (!isNotice(item)) return inserts[item.table](item);
      storeNotice(item);
      return CAPTURE_STORED;
    });
    database.exec('commit');
    return outcomes;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** If another process is writing, rows only wait. */
function createWriter(opener: ReturnType<typeof createOpener>, reportError: ReportError) {
  const busyRetry = createBusyRetry();
  // The first failure is reported, and not only a series, because by then the retries for a busy database have failed.
  const outages = createOutageReporter(ROWS_NOT_STORED_MESSAGE, reportError, 1);
  return {
    /** Returns null if the database cannot be written. */
    async write(batch: (CaptureInsert | RawNotice)[]): Promise<InsertOutcome[] | null> {
      try {
        const outcomes = await busyRetry.run(() => {
          const opened = opener.open();
          return opened && writeBatch(opened, batch);
        });
        if (outcomes) outages.recordSuccess();
        return outcomes;
      } catch (error) {
        outages.recordFailure(error);
        // Opening the database again shows whether the error persists.
        if (!isBusy(error)) opener.close();
        return null;
      }
    },
    /** Tests a durable write: the database's first page is written unchanged. */
    async probe(): Promise<boolean> {
      try {
        return busyRetry.attempt(() => {
          const database = opener.open()?.database;
          database?.exec('pragma user_version = 0');
          if (database) outages.recordSuccess();
          return database !== undefined;
        });
      } catch (error) {
        if (isBusy(error)) return busyRetry.mayWait();
        outages.recordFailure(error);
        opener.close();
        return false;
      }
    },
  };
}

/** While the folder cannot be written, inserts are `unavailable`, and the store keeps trying to open the database. */
export function createSqliteStore(
  dataDir: string,
  reportError: ReportError,
  onUpgrade?: () => void,
): CaptureStore {
  const opener = createOpener(dataDir, reportError, onUpgrade);
  const { write, probe } = createWriter(opener, reportError);
  const readiness = createReadiness(probe);
  try {
    opener.open(START_BUSY_TIMEOUT_MS);
  } catch (error) {
    reportError(OPEN_FAILURE_MESSAGE, error);
  }
  const groupCommit = createGroupCommit<CaptureInsert | RawNotice, InsertOutcome>({
    async commit(batch) {
      const outcomes = await write(batch);
      readiness.record(outcomes !== null);
      return outcomes ?? batch.map(() => CAPTURE_UNAVAILABLE);
    },
    sizeOf: (item) => (isNotice(item) ? sizeOfNotice(item) : sizeOfInsert(item)),
    maxItems: 256,
    maxRows: 1_000,
    maxConcurrentCommits: 1,
    maxQueuedBytes: MAX_QUEUED_BYTES,
    whenFull: CAPTURE_UNAVAILABLE,
  });

  return {
    requestCounter: null,
    insert: (insert) => groupCommit.add(insert),
    storeNotice: (notice) => groupCommit.add(notice),
    dialect: 'sqlite',
    async read(sql, values = []) {
      const parameters = values.map((value, index) => [`$${index + 1}`, value]);
      try {
        const statement = opener.current?.database.prepare(sql);
        const rows = statement?.all(Object.fromEntries(parameters));
        return rows?.map((row) => ({ ...row })) ?? null;
      } catch {
        // The error is not reported, because the next capture meets and reports it.
        return null;
      }
    },
    isReady: readiness.isReady,
    async close() {
      await groupCommit.drain();
      opener.close();
    },
  };
}
