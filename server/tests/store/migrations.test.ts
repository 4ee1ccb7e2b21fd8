import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { connectPostgres, runQuery } from '../../../testkit/databases/start-postgres.ts';
import { makeFolder } from '../../../testkit/start-app.ts';
import {
  MIGRATIONS_FOLDER as POSTGRES_FOLDER,
  readMigrations,
} from '../../src/store/migrations.ts';
import { inspectDatabase } from '../../src/store/open-database.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { openForReading, openForWriting } from '../../src/store/sqlite/database.ts';
import {
  migrateSqlite,
  readSqliteMigrations,
  SQLITE_FOLDER,
} from '../../src/store/sqlite/migrate.ts';
import { usePostgres } from './open-test-store.ts';

const postgres = await usePostgres();

const STORE_FOLDER = join(import.meta.dirname, '../../src/store');
const NEXT_FILE = '99991231000901_colors.sql';

/** Returns a copy of a migrations folder with one more file. */
function makeNextRelease(folder: string, sql: string) {
  const copy = makeFolder();
  cpSync(folder, copy.path, { recursive: true });
  writeFileSync(join(copy.path, NEXT_FILE), sql);
  return copy;
}

/** Returns a copy of a migrations folder with another first file. */
function makeEarlierBaseline(folder: string) {
  const copy = makeFolder();
  cpSync(folder, copy.path, { recursive: true });
  const [first] = readMigrations(folder);
  writeFileSync(join(copy.path, first?.name ?? ''), `-- An earlier comment.\n${first?.sql}`);
  return copy;
}

/** Starts a process that runs a module, to be killed. */
const startModule = (code: string) =>
  spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'inherit' });

const readTable = (database: DatabaseSync, table: string) =>
  database.prepare('select name from sqlite_master where name = ?').get(table);
const readVersions = (database: DatabaseSync) =>
  database
    .prepare('select version from migrations order by version')
    .all()
    .map(({ version }) => version);

test('SQLite: applies and records a migration after the baseline once', () => {
  using next = makeNextRelease(SQLITE_FOLDER, 'create table colors (name text) strict;');
  using database = new DatabaseSync(':memory:');
  const upgrades: string[] = [];
  const migrate = (folder?: string) =>
    migrateSqlite(database, () => upgrades.push('upgrade'), readSqliteMigrations(folder));

  migrate();
  const baseline = readVersions(database);
  expect(baseline.length).toBeGreaterThan(10);
  expect(upgrades).toEqual([]);
  migrate(next.path);
  migrate(next.path);
  expect(readVersions(database)).toEqual([...baseline, 901]);
  expect(upgrades).toEqual(['upgrade']);
  expect(database.prepare('select count(*) as n from colors').get()).toEqual({ n: 0 });
});

const MAKE_COLORS = `create table funil.colors (name text);
  insert into funil.migrations (version) values (901);`;
const SELECT_VERSIONS = 'select version from funil.migrations order by version';

test('PostgreSQL: applies and records a migration after the baseline once', async () => {
  using next = makeNextRelease(POSTGRES_FOLDER, MAKE_COLORS);
  const url = await postgres.createEmptyDatabase();
  const upgrades: string[] = [];
  await using connection = await connectPostgres(url);
  const migrate = (folder?: string) =>
    migratePostgres(connection, () => upgrades.push('upgrade'), readMigrations(folder));

  await migrate();
  const baseline = await runQuery(url, SELECT_VERSIONS);
  expect(upgrades).toEqual([]);
  await migrate(next.path);
  await migrate(next.path);
  expect(upgrades).toEqual(['upgrade']);
  expect(await runQuery(url, SELECT_VERSIONS)).toEqual([...baseline, { version: 901 }]);
  expect(await runQuery(url, 'select * from funil.colors')).toEqual([]);
});

test('SQLite: leaves the database as it was when an upgrade is killed, and upgrades it at the next start', async () => {
  using data = makeFolder();
  const created = openForWriting(data.path);
  const baseline = readVersions(created);
  created.close();
  const file = join(data.path, 'funil.db');
  const colors = 'create table colors (name text) strict;';
  using endless = makeNextRelease(
    SQLITE_FOLDER,
    `${colors} with recursive n (i) as (select 1 union all select i + 1 from n) select max(i) from n;`,
  );
  const upgrade = startModule(`
    import { DatabaseSync } from 'node:sqlite';
    import { migrateSqlite, readSqliteMigrations } from '${join(SQLITE_FOLDER, '../migrate.ts')}';
    const database = new DatabaseSync('${file}', { timeout: 20_000 });
    migrateSqlite(database, () => {}, readSqliteMigrations('${endless.path}'));`);
  using database = new DatabaseSync(file);
  const isLocked = () => {
    try {
      database.exec('begin immediate; rollback');
      return false;
    } catch {
      return true;
    }
  };
  await expect.poll(isLocked).toBe(true);
  upgrade.kill('SIGKILL');
  await once(upgrade, 'exit');
  expect(readTable(database, 'colors')).toBeUndefined();
  expect(readVersions(database)).toEqual(baseline);

  using next = makeNextRelease(SQLITE_FOLDER, colors);
  migrateSqlite(database, () => {}, readSqliteMigrations(next.path));
  expect(readTable(database, 'colors')).toEqual({ name: 'colors' });
  expect(readVersions(database)).toEqual([...baseline, 901]);
});

test('PostgreSQL: upgrades the database completely and once when a server is killed in the middle', async () => {
  const url = await postgres.createDatabase();
  const baseline = await runQuery(url, SELECT_VERSIONS);
  await using holder = await connectPostgres(url);
  await holder.query('select pg_advisory_lock(1)');
  using next = makeNextRelease(POSTGRES_FOLDER, `select pg_advisory_xact_lock(1); ${MAKE_COLORS}`);
  const upgrade = startModule(`
    import pg from '${import.meta.resolve('pg')}';
    import { migratePostgres } from '${join(STORE_FOLDER, 'postgres/migrate.ts')}';
    import { readMigrations } from '${join(STORE_FOLDER, 'migrations.ts')}';
    const client = new pg.Client('${url}');
    await client.connect();
    await migratePostgres(client, () => {}, readMigrations('${next.path}'));`);
  const countWaiting = async () => {
    const [row] = await runQuery(
      url,
      `select count(*)::integer as waiting from pg_locks join pg_database on oid = database
       where datname = current_database() and locktype = 'advisory' and not granted`,
    );
    return row?.waiting;
  };
  await expect.poll(countWaiting).toBe(1);
  upgrade.kill('SIGKILL');
  await once(upgrade, 'exit');
  expect(await runQuery(url, SELECT_VERSIONS)).toEqual(baseline);

  // PostgreSQL may still complete the statement of the killed process; the next server waits for its lock.
  await holder.query('select pg_advisory_unlock(1)');
  await migratePostgres(holder, () => {}, readMigrations(next.path));
  expect(await runQuery(url, SELECT_VERSIONS)).toEqual([...baseline, { version: 901 }]);
  expect(await runQuery(url, 'select * from funil.colors')).toEqual([]);
});

test('SQLite: refuses a database of an earlier baseline and leaves it unchanged', async () => {
  using earlier = makeEarlierBaseline(SQLITE_FOLDER);
  using folder = makeFolder();
  using database = new DatabaseSync(join(folder.path, 'funil.db'));
  migrateSqlite(database, () => expect.unreachable(), readSqliteMigrations(earlier.path));
  const store = { databaseUrl: null, dataDir: folder.path };
  expect(() => openForWriting(folder.path)).toThrow('an earlier baseline');
  expect(() => openForReading(folder.path)).toThrow('an earlier baseline');
  await expect(inspectDatabase(store)).rejects.toThrow('an earlier baseline');
  migrateSqlite(database, () => expect.unreachable(), readSqliteMigrations(earlier.path));
});

test('SQLite: refuses a database from before the migrations were recorded and leaves it unchanged', () => {
  using database = new DatabaseSync(':memory:');
  database.exec('create table leads (id integer); pragma user_version = 222');
  expect(() => migrateSqlite(database, () => expect.unreachable())).toThrow('an earlier baseline');
  expect(database.prepare('select name from sqlite_master').all()).toEqual([{ name: 'leads' }]);
});

test('PostgreSQL: refuses a database of an earlier baseline and leaves it unchanged', async () => {
  using earlier = makeEarlierBaseline(POSTGRES_FOLDER);
  const url = await postgres.createEmptyDatabase();
  await using connection = await connectPostgres(url);
  await migratePostgres(connection, () => expect.unreachable(), readMigrations(earlier.path));
  await expect(migratePostgres(connection, () => expect.unreachable())).rejects.toThrow(
    'an earlier baseline',
  );
  const store = { databaseUrl: url, dataDir: '' };
  await expect(inspectDatabase(store)).rejects.toThrow('an earlier baseline');
  await migratePostgres(connection, () => expect.unreachable(), readMigrations(earlier.path));
});

test('PostgreSQL: refuses a database from before the hashes of migrations and leaves it unchanged', async () => {
  const url = await postgres.createEmptyDatabase();
  await runQuery(
    url,
    `create schema funil; create table funil.migrations (version integer, applied_at timestamptz);
     insert into funil.migrations (version) values (222)`,
  );
  await using connection = await connectPostgres(url);
  await expect(migratePostgres(connection, () => expect.unreachable())).rejects.toThrow(
    'an earlier baseline',
  );
  expect(await runQuery(url, SELECT_VERSIONS)).toEqual([{ version: 222 }]);
});
