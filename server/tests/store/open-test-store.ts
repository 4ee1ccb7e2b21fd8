import { DatabaseSync } from 'node:sqlite';
import { afterAll } from 'vitest';
import { makeDatabase, makeFolder } from '../../../testkit/start-app.ts';
import { type Postgres, runQuery, startPostgres } from '../../../testkit/start-postgres.ts';
import { completeRow } from '../../src/capture/insert.ts';
import type { CaptureInsert, CaptureStore } from '../../src/store/capture-store.ts';
import { createPostgresStore } from '../../src/store/postgres/store.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';

export type StoreKind = 'SQLite' | 'PostgreSQL';

export const STORES: readonly StoreKind[] = ['SQLite', 'PostgreSQL'];

export async function usePostgres(): Promise<Postgres> {
  const postgres = await startPostgres();
  afterAll(() => postgres[Symbol.asyncDispose]());
  return postgres;
}

export interface TestStore extends AsyncDisposable {
  readonly store: CaptureStore;
  readonly errors: string[];
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Writes without the store, like another client of the database. */
  change(sql: string): Promise<void>;
}

export function openTestStore(kind: StoreKind, postgres: Postgres): Promise<TestStore> {
  return kind === 'SQLite' ? openSqlite() : openPostgres(postgres);
}

async function openSqlite(): Promise<TestStore> {
  const folder = makeFolder();
  makeDatabase(folder.path);
  const errors: string[] = [];
  const store = createSqliteStore(folder.path, (message) => errors.push(message));
  return {
    store,
    errors,
    async query(sql) {
      using database = new DatabaseSync(`${folder.path}/funil.db`, { readOnly: true });
      return database.prepare(sql).all();
    },
    async change(sql) {
      using database = new DatabaseSync(`${folder.path}/funil.db`);
      database.exec(sql);
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      folder[Symbol.dispose]();
    },
  };
}

async function openPostgres(postgres: Postgres): Promise<TestStore> {
  const address = await postgres.createDatabase();
  const errors: string[] = [];
  const store = createPostgresStore(address, (message) => errors.push(message));
  return {
    store,
    errors,
    query: (sql) => runQuery(address, sql),
    change: async (sql) => void (await runQuery(address, sql)),
    [Symbol.asyncDispose]: () => store.close(),
  };
}

export function makeInsert(
  table: CaptureInsert['table'],
  rows: CaptureInsert['rows'],
  more = {},
): CaptureInsert {
  const fromRequest = { idempotency_key: null, signals: null, visitor: null, ...more };
  return { table, rows: rows.map((row) => completeRow(table, row, fromRequest)), bytes: 0 };
}
