import { setTimeout as pause } from 'node:timers/promises';
import type { CommitWatch } from '../commit-watch.ts';
import { openForReading } from './database.ts';

const POLL_INTERVAL_MS = 250;

/** Polls whether another connection has committed. */
export function watchSqlite(dataDir: string): CommitWatch {
  const database = openForReading(dataDir);
  const look = database.prepare('pragma data_version');
  const read = () => Number(look.get()?.data_version);
  let version = read();
  return {
    async next(signal) {
      while (!signal.aborted) {
        const found = read();
        if (found !== version) {
          version = found;
          return;
        }
        await pause(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {
          // Told to stop.
        });
      }
    },
    async close() {
      database.close();
    },
  };
}
