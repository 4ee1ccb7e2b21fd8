import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { makeEvent } from '../../testkit/rows.ts';
import { makeFolder } from '../../testkit/start-app.ts';
import { runQuery, startPostgres } from '../../testkit/start-postgres.ts';
import { readMigrations } from '../src/store/migrations.ts';
import { MIGRATIONS_FOLDER as POSTGRES_FOLDER } from '../src/store/postgres/migrate.ts';
import { createPostgresStore } from '../src/store/postgres/store.ts';
import { MIGRATIONS_FOLDER } from '../src/store/sqlite/migrate.ts';
import { createSqliteStore } from '../src/store/sqlite/store.ts';
import { toInsert } from './hostile-rows.ts';
import { makeInsert } from './open-test-store.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const readBefore = (folder: string) =>
  readMigrations(folder).filter(({ name }) => name < '20261121000013');
const READ = `select session_id, name, secao, utm_source, created_at, lead_ref
  from jornada order by created_at`;
const OLD = [
  makeEvent({ created_at: '2026-03-01T12:00:11.250Z' }),
  makeEvent({
    ...{ name: 'generate_lead', payload: { currency: 'BRL', value: 0 }, secao: null },
    ...{ lead_ref: '01980000-0000-7000-8000-000000000001' },
    ...{ created_at: '2026-03-01T12:00:12.500Z', occurred_at: '2026-03-01T12:00:09Z' },
  }),
];

test('SQLite: events of an earlier release are as they were, and known when they come again', async () => {
  using folder = makeFolder();
  {
    using before = new DatabaseSync(join(folder.path, 'funil.db'));
    for (const { sql, version } of readBefore(MIGRATIONS_FOLDER)) {
      before.exec(`${sql}; pragma user_version = ${version}`);
    }
    for (const row of OLD) before.exec(toInsert('jornada', row));
  }
  let told = 0;
  const store = createSqliteStore(
    folder.path,
    (message) => expect.unreachable(message),
    () => {
      told += 1;
    },
  );
  expect(told).toBe(1);
  const again = OLD.map(({ created_at, ...row }: Record<string, unknown>) => row);
  expect(await store.insert(makeInsert('jornada', again))).toEqual({ ok: true });
  await store.close();
  using after = new DatabaseSync(join(folder.path, 'funil.db'));
  expect(after.prepare(READ).all()).toMatchObject([
    { secao: 'hero', utm_source: 'direto', created_at: '2026-03-01T12:00:11.250Z', lead_ref: null },
    { name: 'generate_lead', lead_ref: '01980000-0000-7000-8000-000000000001' },
  ]);
  const all = after
    .prepare('select id, occurred_at, payload from jornada order by created_at')
    .all();
  expect(all).toMatchObject([
    {
      id: OLD[0]?.id,
      occurred_at: '2026-03-01T12:00:10.000Z',
      payload: '{"time_in_view_ms":1200}',
    },
    { id: OLD[1]?.id, occurred_at: '2026-03-01T12:00:09.000Z' },
  ]);
});

test('PostgreSQL: events of an earlier release are as they were, and known when they come again', async () => {
  const address = await postgres.createDatabase();
  for (const { sql } of readBefore(POSTGRES_FOLDER)) await runQuery(address, sql);
  for (const row of OLD) await runQuery(address, toInsert('jornada', row));
  const before = await runQuery(address, READ);
  const { store } = createPostgresStore(address, (message) => expect.unreachable(message));
  const again = OLD.map(({ created_at, ...row }: Record<string, unknown>) => row);
  expect(await store.insert(makeInsert('jornada', again))).toEqual({ ok: true });
  await store.close();
  expect(await runQuery(address, READ)).toEqual(before);
});
