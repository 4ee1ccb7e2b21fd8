import { setTimeout as pause } from 'node:timers/promises';
import type { CommitWatch } from '../commit-watch.ts';
import { openForReading } from './database.ts';

const POLL_INTERVAL_MS = 250;

/** Polls whether another connection has committed. */
export function watchSqlite(dataDir: string): CommitWatch {
  const database = openForReading(dataDir);
  const statement = database.prepare('pragma data_version');
  const readVersion = () => Number(statement.get()?.data_version);
  let version = readVersion();
  return {
    async next(signal) {
      while (!signal.aborted) {
        const found = readVersion();
        if (found !== version) {
          version = found;
          return;
        }
        // Rejects when aborted.
        await pause(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
      }
    },
    async close() {
      database.close();
    },
  };
}
