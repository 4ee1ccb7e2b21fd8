import { DatabaseSync } from 'node:sqlite';
import { runQuery } from './start-postgres.ts';

interface Place {
  readonly DATA_DIR?: string;
  readonly DATABASE_URL?: string;
}

/**
 * Asks a database past its server; tables that no API shows are named with `funil.`, on SQLite too.
 * @param place the settings that the server has
 * @param patience how long others may hold the embedded database, in ms
 */
export function queryTables({ DATA_DIR, DATABASE_URL }: Place, patience = 2_000) {
  return async (sql: string): Promise<Record<string, unknown>[]> => {
    if (DATABASE_URL) return runQuery(DATABASE_URL, sql);
    using database = new DatabaseSync(`${DATA_DIR}/funil.db`, { timeout: patience });
    return database.prepare(sql.replaceAll('funil.', '')).all();
  };
}
