import type { DatabaseSync } from 'node:sqlite';
import type { ReportError } from '../store/capture-store.ts';
import { openForWriting } from '../store/sqlite/database.ts';

const CHECKPOINT_INTERVAL_MS = 1_000;

/**
 * Moves SQLite's write-ahead log into the database file once a second, so that no capture's commit has to. Captures do
 * not wait for a passive checkpoint.
 */
export function startCheckpoints(dataDir: string, reportError: ReportError) {
  let database: DatabaseSync | null = null;
  let isFailing = false;
  function checkpoint() {
    try {
      database ??= openForWriting(dataDir);
      database.exec('pragma wal_checkpoint(passive)');
      isFailing = false;
    } catch (error) {
      // The log grows meanwhile; a capture's commit moves it into the file when it is long.
      if (!isFailing) reportError('the database’s log is not moved into its file', error);
      isFailing = true;
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
