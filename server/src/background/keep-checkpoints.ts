import type { DatabaseSync } from 'node:sqlite';
import { openForWriting } from '../store/sqlite/database.ts';
import type { BesideCaptures } from './work.ts';

/** Between two checkpoints, in ms. */
const INTERVAL = 1_000;

/**
 * Moves what was committed to the embedded database from its log into its file, once a second and in this
 * thread: a commit of captures would have to wait for it. It takes no lock that captures wait for.
 */
export function startCheckpoints(
  dataDir: string,
  { reportTrouble }: Pick<BesideCaptures, 'reportTrouble'>,
) {
  let database: DatabaseSync | null = null;
  let isTroubled = false;
  function checkpoint() {
    try {
      database ??= openForWriting(dataDir);
      database.exec('pragma wal_checkpoint(passive)');
      isTroubled = false;
    } catch (error) {
      // The log grows meanwhile, and captures move what is in it once it is long.
      if (!isTroubled) reportTrouble('the database’s log is not moved into its file', error);
      isTroubled = true;
      close();
    }
  }
  function close() {
    try {
      database?.close();
    } catch {
      // Nothing was under way.
    }
    database = null;
  }
  const timer = setInterval(checkpoint, INTERVAL);
  return {
    stop() {
      clearInterval(timer);
      close();
    },
  };
}
