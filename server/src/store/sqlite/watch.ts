import { setTimeout as pause } from 'node:timers/promises';
import type { CommitWatch } from '../news.ts';
import { openForReading } from './database.ts';

/** Between two looks, in ms. */
const INTERVAL = 250;

/** A connection that only looks: SQLite tells it whether any other one has committed. */
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
        await pause(INTERVAL, undefined, { signal }).catch(() => {
          // Told to stop.
        });
      }
    },
    async close() {
      database.close();
    },
  };
}
