import { DatabaseSync } from 'node:sqlite';
import { runQuery } from './start-postgres.ts';

interface Settings {
  readonly DATA_DIR?: string;
  readonly DATABASE_URL?: string;
}

/** Returns a function that queries a server's database; SQL names tables with the schema `funil` for SQLite too. */
export function queryTables({ DATA_DIR, DATABASE_URL }: Settings, lockTimeoutMs = 2_000) {
  return async (sql: string): Promise<Record<string, unknown>[]> => {
    if (DATABASE_URL) return runQuery(DATABASE_URL, sql);
    using database = new DatabaseSync(`${DATA_DIR}/funil.db`, { timeout: lockTimeoutMs });
    return database.prepare(sql.replaceAll('funil.', '')).all();
  };
}
