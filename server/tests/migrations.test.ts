import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../../testkit/start-app.ts';
import { runQuery, startPostgres } from '../../testkit/start-postgres.ts';
import { ObsoleteDatabaseError } from '../src/store/database-error.ts';
import { readMigrations } from '../src/store/migrations.ts';
import { inspectDatabase } from '../src/store/open-database.ts';
import {
  migratePostgres,
  MIGRATIONS_FOLDER as POSTGRES_FOLDER,
} from '../src/store/postgres/migrate.ts';
import { migrateSqlite, MIGRATIONS_FOLDER as SQLITE_FOLDER } from '../src/store/sqlite/migrate.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const NEXT = '20270101000113_colors.sql';

/** A copy of a migrations folder with one more file. */
function makeNextRelease(folder: string, sql: string) {
  const copy = makeFolder();
  cpSync(folder, copy.path, { recursive: true });
  writeFileSync(join(copy.path, NEXT), sql);
  return copy;
}

async function connect(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

test('SQLite: applies and records a migration after the baseline once', () => {
  using next = makeNextRelease(SQLITE_FOLDER, 'create table colors (name text) strict;');
  using database = new DatabaseSync(':memory:');
  const upgrades: string[] = [];
  const migrate = (folder: string) =>
    migrateSqlite(database, () => upgrades.push('upgrade'), folder);
  const readVersion = () => Number(database.prepare('pragma user_version').get()?.user_version);

  migrate(SQLITE_FOLDER);
  const baseline = readVersion();
  expect(baseline).toBeGreaterThan(100);
  expect(upgrades).toEqual([]);
  migrate(next.path);
  migrate(next.path);
  expect(readVersion()).toBe(baseline + 1);
  expect(upgrades).toEqual(['upgrade']);
  expect(database.prepare('select count(*) as n from colors').get()).toEqual({ n: 0 });
});

test('PostgreSQL: applies and records a migration after the baseline once', async () => {
  const count = readMigrations(POSTGRES_FOLDER).length + 1;
  using next = makeNextRelease(
    POSTGRES_FOLDER,
    `create table funil.colors (name text);
    insert into funil.migrations (version) values (${200 + count});`,
  );
  const url = await postgres.createEmptyDatabase();
  const upgrades: string[] = [];
  await using connection = await connect(url);
  const migrate = (folder?: string) =>
    migratePostgres(connection.client, () => upgrades.push('upgrade'), folder);

  await migrate();
  expect(upgrades).toEqual([]);
  await migrate(next.path);
  await migrate(next.path);
  expect(upgrades).toEqual(['upgrade']);
  const versions = await runQuery(url, 'select version from funil.migrations order by version');
  expect(versions.map(({ version }) => version)).toEqual(
    Array.from({ length: count }, (_, index) => 201 + index),
  );
  expect(await runQuery(url, 'select * from funil.colors')).toEqual([]);
});

test('SQLite: refuses a database of the schema before the baseline and leaves it unchanged', async () => {
  using folder = makeFolder();
  using database = new DatabaseSync(join(folder.path, 'funil.db'));
  database.exec('create table leads (id integer); pragma user_version = 22');
  expect(() => migrateSqlite(database, () => expect.unreachable())).toThrow(ObsoleteDatabaseError);
  await expect(inspectDatabase({ databaseUrl: null, dataDir: folder.path })).rejects.toThrow(
    ObsoleteDatabaseError,
  );
  expect(database.prepare('select name from sqlite_master').all()).toEqual([{ name: 'leads' }]);
  expect(database.prepare('pragma user_version').get()).toEqual({ user_version: 22 });
});

test('PostgreSQL: refuses a database of the schema before the baseline and leaves it unchanged', async () => {
  const url = await postgres.createEmptyDatabase();
  await runQuery(
    url,
    `create schema funil; create table funil.migrations (version integer, applied_at timestamptz);
     insert into funil.migrations (version) values (26)`,
  );
  await using connection = await connect(url);
  await expect(migratePostgres(connection.client, () => expect.unreachable())).rejects.toThrow(
    ObsoleteDatabaseError,
  );
  await expect(inspectDatabase({ databaseUrl: url, dataDir: '' })).rejects.toThrow(
    ObsoleteDatabaseError,
  );
  expect(await runQuery(url, 'select version from funil.migrations')).toEqual([{ version: 26 }]);
  const tables = await runQuery(url, "select relname from pg_class where relname = 'leads'");
  expect(tables).toEqual([]);
});
