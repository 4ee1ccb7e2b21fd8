import { DatabaseSync } from 'node:sqlite';
import { afterAll } from 'vitest';
import { runQuery, startPostgres } from '../../../testkit/databases/start-postgres.ts';
import { makeDatabase, makeFolder } from '../../../testkit/start-app.ts';
import { completeRow } from '../../src/capture/insert.ts';
import type { CaptureInsert, CaptureStore } from '../../src/store/capture/capture-store.ts';
import { createPostgresStore } from '../../src/store/postgres/store.ts';
import { createSqliteStore } from '../../src/store/sqlite/store.ts';

export type StoreKind = 'SQLite' | 'PostgreSQL';

export const STORES: readonly StoreKind[] = ['SQLite', 'PostgreSQL'];

/** Makes a new database, and returns the settings that name it. */
export async function makeTestDatabase(kind: string, dataDir: string) {
  const postgres = kind === 'PostgreSQL' ? await startPostgres() : null;
  const url = await postgres?.createDatabase();
  if (!url) makeDatabase(dataDir);
  const settings: { DATA_DIR: string; DATABASE_URL?: string } = { DATA_DIR: dataDir };
  if (url) settings.DATABASE_URL = url;
  const env = settings as Record<string, string> & typeof settings;
  return { env, [Symbol.asyncDispose]: async () => postgres?.[Symbol.asyncDispose]() };
}

/** Starts PostgreSQL for a test file that makes databases directly. */
export async function usePostgres() {
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

export function openTestStore(kind: StoreKind): Promise<TestStore> {
  return kind === 'SQLite' ? openSqlite() : openPostgres();
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

async function openPostgres(): Promise<TestStore> {
  const postgres = await startPostgres();
  const address = await postgres.createDatabase();
  const errors: string[] = [];
  const store = createPostgresStore(address, (message) => errors.push(message));
  return {
    store,
    errors,
    query: (sql) => runQuery(address, sql),
    change: async (sql) => void (await runQuery(address, sql)),
    async [Symbol.asyncDispose]() {
      await store.close();
      await postgres[Symbol.asyncDispose]();
    },
  };
}

export function makeInsert(
  table: CaptureInsert['table'],
  rows: CaptureInsert['rows'],
  overrides = {},
): CaptureInsert {
  const fromRequest = { idempotency_key: null, signals: null, visitor: null, ...overrides };
  return { table, rows: rows.map((row) => completeRow(table, row, fromRequest)), bytes: 0 };
}
