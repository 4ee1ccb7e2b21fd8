import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { insert, makeFolder } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { startServer } from '../../testkit/start-process.ts';
import { readMigrations } from '../src/store/migrations.ts';
import { migratePostgres, MIGRATIONS_FOLDER as POSTGRES } from '../src/store/postgres/migrate.ts';
import { migrateSqlite, MIGRATIONS_FOLDER as SQLITE } from '../src/store/sqlite/migrate.ts';
import { FIRST_ROWS } from './first-release-rows.ts';
import type { StoreKind } from './open-test-store.ts';
import { startConsoleData } from './start-console-data.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

type Row = Record<string, unknown>;

/** A database of some release. */
interface Release {
  /** For a server on the database. */
  readonly env: Record<string, string>;
  migrate(folder: string): Promise<void>;
  /** Returns the columns' types by column. */
  columnsOf(table: string): Promise<Map<string, string>>;
  tables(): Promise<string[]>;
  insert(table: string, row: Row): Promise<void>;
  read(table: string, columns: readonly string[]): Promise<Row[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

const quote = (columns: readonly string[]) => columns.map((name) => `"${name}"`).join(', ');
const names = (row: Row) => quote(Object.keys(row));

function openSqlite(dataDir: string): Release {
  const database = new DatabaseSync(join(dataDir, 'funil.db'));
  const nameOf = (table: string) => (table === 'jornada' ? 'events' : table);
  const columnsOf = async (table: string) =>
    new Map(
      database
        .prepare(`pragma table_info(${nameOf(table)})`)
        .all()
        .map(({ name, type }) => [String(name), String(type)]),
    );
  /** UUIDs of events are bytes, and their times are ms since 1970. */
  const convert = (type: string, value: unknown) => {
    if (typeof value === 'boolean') return Number(value);
    if (type === 'BLOB' && typeof value === 'string') {
      return Buffer.from(value.replaceAll('-', ''), 'hex');
    }
    if (type === 'INTEGER' && typeof value === 'string') return Date.parse(value);
    return typeof value === 'object' && value !== null && !Buffer.isBuffer(value)
      ? JSON.stringify(value)
      : value;
  };
  return {
    env: { DATA_DIR: dataDir },
    migrate: async (folder) => migrateSqlite(database, () => {}, folder),
    columnsOf,
    tables: async () =>
      database
        .prepare("select name from sqlite_master where type = 'table'")
        .all()
        .map(({ name }) => (name === 'events' ? 'jornada' : String(name)))
        .filter((name) => !name.startsWith('sqlite_') && name !== 'invisible'),
    async insert(table, row) {
      const types = await columnsOf(table);
      const values = Object.entries(row).map(([name, value]) =>
        convert(types.get(name) ?? '', value),
      );
      const places = values.map(() => '?').join(', ');
      database
        .prepare(`insert into ${nameOf(table)} (${names(row)}) values (${places})`)
        .run(...(values as (string | number | Buffer | null)[]));
    },
    read: async (table, columns) =>
      database.prepare(`select ${quote(columns)} from ${nameOf(table)}`).all(),
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

async function openPostgres(url: string): Promise<Release> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('set search_path to funil, public');
  const query = async (text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query(text, values)).rows;
  const inSchema = "table_schema in ('funil', 'public')";
  return {
    env: { DATABASE_URL: url },
    migrate: (folder) => migratePostgres(client, () => {}, folder),
    async columnsOf(table) {
      const rows = await query(
        `select column_name, data_type from information_schema.columns where ${inSchema} and table_name = $1`,
        [table],
      );
      return new Map(
        rows.map(({ column_name, data_type }) => [String(column_name), String(data_type)]),
      );
    },
    async tables() {
      const rows = await query(
        `select table_name from information_schema.tables where ${inSchema} and table_type = 'BASE TABLE'`,
      );
      return rows.map(({ table_name }) => String(table_name)).filter((name) => !INTERNAL.has(name));
    },
    async insert(table, row) {
      const values = Object.values(row).map((value) =>
        typeof value === 'object' && value !== null && !Buffer.isBuffer(value)
          ? JSON.stringify(value)
          : value,
      );
      const places = values.map((_, index) => `$${index + 1}`).join(', ');
      await query(`insert into ${table} (${names(row)}) values (${places})`, values);
    },
    read: (table, columns) => query(`select ${quote(columns)} from ${table}`),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** Which migrations were applied, and counts of requests by address. */
const INTERNAL = new Set(['migrations', 'rate_limits']);
const FIRST_RELEASE = '20261123000113';

/** Columns whose values a migration changes on purpose, or moves elsewhere. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  // The lead of a paid sale has bought; a note is a row of its own.
  contacts: ['state'],
  followups: ['note'],
  // New texts of the project.
  templates: ['text', 'version'],
};

/** Returns the rows of every table of the first release, without columns that change. */
async function readAll(release: Release, columns: ReadonlyMap<string, readonly string[]>) {
  const all: Record<string, string[]> = {};
  for (const [table, list] of columns) {
    const rows = await release.read(table, list);
    all[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return all;
}

/** Makes a database of the first release with rows in every table, and upgrades it by one file at a time. */
async function upgradeStepByStep(release: Release, sourceFolder: string) {
  const migrations = readMigrations(sourceFolder);
  using folder = makeFolder();
  const steps = migrations.map(({ name }) => name);
  const copy = (name: string) => cpSync(join(sourceFolder, name), join(folder.path, name));
  for (const name of steps.filter((step) => step.slice(0, 14) <= FIRST_RELEASE)) copy(name);
  await release.migrate(folder.path);
  for (const [table, row] of FIRST_ROWS) await release.insert(table, row);
  const columns = new Map<string, string[]>();
  for (const table of await release.tables()) {
    const changed = CHANGED[table] ?? [];
    const all = [...(await release.columnsOf(table)).keys()];
    columns.set(
      table,
      all.filter((name) => !changed.includes(name)),
    );
  }
  const before = await readAll(release, columns);
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  const later = steps.filter((step) => step.slice(0, 14) > FIRST_RELEASE);
  expect(later.length).toBeGreaterThan(5);
  for (const name of later) {
    copy(name);
    await release.migrate(folder.path);
    expectKept(await readAll(release, columns), before, name);
  }
}

/** Every row is as before; migrations may add rows. */
function expectKept(
  after: Record<string, string[]>,
  before: Record<string, string[]>,
  step: string,
) {
  const lost = Object.entries(before).flatMap(([table, rows]) =>
    rows.filter((row) => !after[table]?.includes(row)).map((row) => `${step}: ${table} ${row}`),
  );
  expect(lost).toEqual([]);
}

/** Returns the settings of a server on an upgraded database of the first release. */
async function makeUpgraded(kind: StoreKind, dataDir: string, folder: string) {
  await using release =
    kind === 'SQLite'
      ? openSqlite(dataDir)
      : await openPostgres(await postgres.createEmptyDatabase());
  await upgradeStepByStep(release, folder);
  return release.env;
}

test.each([
  ['SQLite', SQLITE],
  ['PostgreSQL', POSTGRES],
] as const)(
  '%s: keeps every row of the first release when it is upgraded step by step, and shows it',
  { timeout: 120_000 },
  async (kind, folder) => {
    using place = makeFolder();
    const env = await makeUpgraded(kind, place.path, folder);
    await using server = await startServer({ ...env, SITE_DIR: join(place.path, 'site') });
    expect(await (await fetch(`${server.address}/readyz`)).text()).toContain('ready');
    const added = await insert(server.address, 'leads', makeLead({ nome: 'Depois da Mudança' }));
    expect(added.status).toBe(201);

    await using console = await startConsoleData('SQLite', null, env);
    await console.waitForList('leads', 2);
    expect((await console.get('leads')).items).toMatchObject([
      { name: 'Depois da Mudança' },
      { name: 'Maria da Silva', state: 'comprou' },
    ]);
    await console.waitForList('applications', 2);
    expect(JSON.stringify(await console.get('leads/1'))).toContain('Pediu desconto');
    expect((await console.get('sales')).items).toMatchObject([
      { transaction: 'HP1', state: 'paid', value_cents: 149_710 },
    ]);
    expect(JSON.stringify(await console.get('templates'))).toContain('Meu texto');
    const [from, until] = [-3, 0].map((days) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    );
    const report = await console.get(`report?from=${from}&until=${until}`);
    expect(report.period.funnel).toMatchObject({ visits: 1, leads: 2, applications: 1, paid: 1 });
    expect(report.period.money).toMatchObject({ paid_cents: 149_710 });
    expect(server.output.stderr).not.toContain('"level":"error"');
  },
);
