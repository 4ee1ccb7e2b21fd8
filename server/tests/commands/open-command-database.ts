import { DatabaseSync } from 'node:sqlite';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { runQuery } from '../../../testkit/databases/start-postgres.ts';
import { makeFolder } from '../../../testkit/start-app.ts';
import { makeTestDatabase } from '../store/open-test-store.ts';

/** Creates a migrated database for commands, without a server. */
export async function openCommandDatabase(kind = 'SQLite') {
  const folder = makeFolder();
  const testDatabase = await makeTestDatabase(kind, folder.path);
  const { env } = testDatabase;
  const url = env.DATABASE_URL;
  const query = queryTables(env);
  return {
    env,
    folder: folder.path,
    file: `${folder.path}/funil.db`,
    query,
    /** Runs statements without a result. */
    async execute(statements: readonly string[]): Promise<void> {
      const sql = statements.join(';\n');
      if (url) {
        await runQuery(url, sql);
        return;
      }
      using database = new DatabaseSync(`${folder.path}/funil.db`);
      database.exec(`begin; ${sql}; commit`);
    },
    async [Symbol.asyncDispose]() {
      await testDatabase[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

export function toInsert(table: string, row: Readonly<Record<string, unknown>>): string {
  const values = Object.values(row).map((value) => {
    const isText = typeof value === 'string';
    if (!isText && (value === null || typeof value !== 'object')) return String(value);
    const text = isText ? value : JSON.stringify(value);
    return `'${text.replaceAll("'", "''")}'`;
  });
  const columns = Object.keys(row).map((column) => `"${column}"`);
  return `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')})`;
}
