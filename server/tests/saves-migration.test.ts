import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeApplication } from '../../testkit/rows.ts';
import { makeFolder } from '../../testkit/start-app.ts';
import { runQuery, startPostgres } from '../../testkit/start-postgres.ts';
import { readMigrations } from '../src/store/migrations.ts';
import { createPostgresStore } from '../src/store/postgres/store.ts';
import { createSqliteStore } from '../src/store/sqlite/store.ts';
import { makeInsert } from './open-test-store.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const beforeSaves = (folder: string) =>
  readMigrations(join(import.meta.dirname, folder)).filter(({ name }) => name < '20261121');

const old = makeApplication({ nome: 'De Antes' });
const columns = Object.keys(old);
const newer = { ...old, nome: 'De Depois' };
const READ = 'select id, nome, save_id from applications order by created_at';
const SAVED = [
  { id: old.id, nome: 'De Antes', save_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  { id: old.id, nome: 'De Depois', save_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
];

test('an embedded database from before keeps its applications, and takes their corrections', async () => {
  using folder = makeFolder();
  const file = `${folder.path}/funil.db`;
  {
    using database = new DatabaseSync(file);
    for (const { sql, version } of beforeSaves('../src/store/sqlite/migrations')) {
      database.exec(`${sql}; pragma user_version = ${version}`);
    }
    const marks = columns.map(() => '?').join(', ');
    database
      .prepare(`insert into applications (${columns.join(', ')}) values (${marks})`)
      .run(...Object.values(old));
  }
  const store = createSqliteStore(folder.path, () => {});
  expect(await store.insert(makeInsert('applications', [newer]))).toEqual({ ok: true });
  await store.close();
  using database = new DatabaseSync(file, { readOnly: true });
  expect(database.prepare(READ).all()).toEqual(SAVED);
  expect(database.prepare('select nome from newest_applications').all()).toEqual([
    { nome: 'De Depois' },
  ]);
});

test('a PostgreSQL from before keeps its applications, and takes their corrections', async () => {
  const address = await postgres.createDatabase();
  for (const { sql } of beforeSaves('../../supabase/migrations')) await runQuery(address, sql);
  const client = new pg.Client(address);
  await client.connect();
  await client.query(
    `insert into applications (${columns.join(', ')})
     select ${columns.join(', ')} from json_populate_record(null::applications, $1)`,
    [JSON.stringify(old)],
  );
  await client.end();
  const { store } = createPostgresStore(address, () => {});
  expect(await store.insert(makeInsert('applications', [newer]))).toEqual({ ok: true });
  await store.close();
  expect(await runQuery(address, READ)).toEqual(SAVED);
  expect(await runQuery(address, 'select nome from newest_applications')).toEqual([
    { nome: 'De Depois' },
  ]);
});
