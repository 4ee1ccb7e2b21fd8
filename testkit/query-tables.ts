import { DatabaseSync } from 'node:sqlite';
import { runQuery } from './start-postgres.ts';

interface Place {
  readonly DATA_DIR?: string;
  readonly DATABASE_URL?: string;
}

/**
 * Returns a function that queries a server's database directly. Tables of the schema `funil` are named with it, on SQLite,
 * too.
 * @param place the server's settings
 * @param lockTimeout longest wait for a lock of the embedded database, in ms
 */
export function queryTables({ DATA_DIR, DATABASE_URL }: Place, lockTimeout = 2_000) {
  return async (sql: string): Promise<Record<string, unknown>[]> => {
    if (DATABASE_URL) return runQuery(DATABASE_URL, sql);
    using database = new DatabaseSync(`${DATA_DIR}/funil.db`, { timeout: lockTimeout });
    return database.prepare(sql.replaceAll('funil.', '')).all();
  };
}
