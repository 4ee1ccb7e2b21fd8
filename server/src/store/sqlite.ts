import type { DatabaseSync } from 'node:sqlite';
import type { Table } from '@funil/contract/protocol';
import { createGroupCommit } from './group-commit.ts';
import { openDatabase } from './sqlite-database.ts';
import { prepareInserts, type StoreInsert } from './sqlite-inserts.ts';
import type { Insert, InsertOutcome, ReportTrouble, Store } from './store.ts';

const UNAVAILABLE: InsertOutcome = { ok: false, reason: 'unavailable' };
/** Shortest time, in ms, between two attempts to open a database that would not open. */
const REOPEN_PAUSE = 500;

interface Connection {
  readonly database: DatabaseSync;
  readonly inserts: Record<Table, StoreInsert>;
}

/**
 * The embedded database as a store. A folder that cannot be written, now or later, makes inserts
 * unavailable until it can; it is opened again by itself.
 */
export function createSqliteStore(dataDir: string, reportTrouble: ReportTrouble): Store {
  let connection: Connection | null = null;
  let lastAttempt = Number.NEGATIVE_INFINITY;

  function connect(): Connection | null {
    if (connection) return connection;
    if (performance.now() - lastAttempt < REOPEN_PAUSE) return null;
    lastAttempt = performance.now();
    try {
      const database = openDatabase(dataDir);
      connection = { database, inserts: prepareInserts(database) };
    } catch (error) {
      reportTrouble('the database cannot be opened', error);
    }
    return connection;
  }

  function disconnect() {
    try {
      connection?.database.close();
    } catch (error) {
      // The connection is given up either way; what it had not committed was never acknowledged.
      reportTrouble('the database did not close cleanly', error);
    }
    connection = null;
  }

  function commit(batch: Insert[]): InsertOutcome[] {
    const open = connect();
    if (!open) return batch.map(() => UNAVAILABLE);
    try {
      open.database.exec('begin immediate');
      const outcomes = batch.map((insert) => open.inserts[insert.table](insert));
      open.database.exec('commit');
      return outcomes;
    } catch (error) {
      reportTrouble('the database does not take rows', error);
      // Closing rolls back; a fresh connection finds out by itself whether the trouble is over.
      disconnect();
      return batch.map(() => UNAVAILABLE);
    }
  }

  connect();
  const group = createGroupCommit<Insert, InsertOutcome>({
    commit,
    largestBatch: 256,
    inFlight: 1,
    longestQueue: 10_000,
    whenFull: UNAVAILABLE,
  });
  return {
    requestCounter: null,
    insert: (insert) => group.add(insert),
    async isReady() {
      try {
        return connect()?.database.prepare('select 1 from leads limit 1').all() !== undefined;
      } catch (error) {
        reportTrouble('the database does not answer', error);
        disconnect();
        return false;
      }
    },
    async close() {
      await group.drain();
      disconnect();
    },
  };
}
