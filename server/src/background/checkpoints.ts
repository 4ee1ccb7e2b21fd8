import type { DatabaseSync } from 'node:sqlite';
import type { ReportTrouble } from '../store/capture-store.ts';
import { openForWriting } from '../store/sqlite/database.ts';

const CHECKPOINT_INTERVAL_MS = 1_000;

/**
 * Moves SQLite's write-ahead log into the database file once a second, in this thread: otherwise a capture's commit would
 * have to. A passive checkpoint takes no lock that captures wait for.
 */
export function startCheckpoints(dataDir: string, reportTrouble: ReportTrouble) {
  let database: DatabaseSync | null = null;
  let isTroubled = false;
  function checkpoint() {
    try {
      database ??= openForWriting(dataDir);
      database.exec('pragma wal_checkpoint(passive)');
      isTroubled = false;
    } catch (error) {
      // The log grows meanwhile; captures move it into the file once it is long.
      if (!isTroubled) reportTrouble('the database’s log is not moved into its file', error);
      isTroubled = true;
      close();
    }
  }
  function close() {
    try {
      database?.close();
    } catch {
      // The connection has no open transaction.
    }
    database = null;
  }
  const timer = setInterval(checkpoint, CHECKPOINT_INTERVAL_MS);
  return {
    stop() {
      clearInterval(timer);
      close();
    },
  };
}
