import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../../testkit/start-app.ts';
import { runQuery, startPostgres } from '../../testkit/start-postgres.ts';
import { readMigrations } from '../src/store/migrations.ts';
import { MIGRATIONS_FOLDER as POSTGRES_FOLDER } from '../src/store/postgres/migrate.ts';
import { createPostgresStore } from '../src/store/postgres/store.ts';
import { MIGRATIONS_FOLDER } from '../src/store/sqlite/migrate.ts';
import { createSqliteStore } from '../src/store/sqlite/store.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const readBefore = (folder: string) =>
  readMigrations(folder).filter(({ name }) => name < '20261122000026');

/** Numbers, and the keys that they had before. */
const LEADS = [
  ['(11) 98765-4321', '1187654321'],
  ['(11) 93456-7890', '1134567890'],
  ['(11) 99999-9999', '1199999999'],
  ['(23) 98765-4321', '2387654321'],
  ['curto', ''],
];
const lead = ([phone, key]: string[]) => `insert into leads (nome, telefone, phone_key, utm_source,
  utm_medium, utm_campaign, utm_content, utm_term, botoes_clicados, tempo_jornada_segundos,
  paginas_visitadas, origem_timestamp) values ('Ana Souza', '${phone === 'curto' ? '0000000000' : phone}',
  '${key}', 'a', 'b', '', '', '', '[]', 1, 1, '2026-03-01T12:00:00.000Z')`;
const announcement = `insert into funil.announcements (type, subject, happened_at, data, phone_key)
  values ('lead.created', 'lead:1', '2026-03-01T12:00:00.000Z', '{"phone_digits":"5511934567890"}',
    '1134567890'),
  ('lead.created', 'lead:2', '2026-03-01T12:00:00.000Z', '', null)`;
const sale = `insert into funil.sales (platform, sale_key, transaction, state, value_cents, currency,
  begun_at, paid_at, refunded_at, is_test, candidates) values ('hotmart', 'HP1', 'HP1', 'refunded',
  149710, 'BRL', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z',
  IS_TEST, 0)`;

const READ_KEYS = 'select phone_key from leads order by id';
const KEYS = ['1187654321', null, null, null, ''].map((phone_key) => ({ phone_key }));
const READ_TOLD = 'select phone_key from funil.announcements order by number';
const TOLD = [{ phone_key: '11934567890' }, { phone_key: null }];
const READ_SALE = 'select cast(refunded_cents as text) as cents from funil.sales';

const onSqlite = (sql: string) =>
  sql
    .replaceAll('funil.', '')
    .replace(', transaction,', ', "transaction",')
    .replace('IS_TEST', '0');

test('SQLite: numbers that are read differently now lose their keys, and refunds have their sums', async () => {
  using folder = makeFolder();
  const file = join(folder.path, 'funil.db');
  {
    using before = new DatabaseSync(file);
    for (const { sql, version } of readBefore(MIGRATIONS_FOLDER)) {
      before.exec(`${sql}; pragma user_version = ${version}`);
    }
    for (const sql of [...LEADS.map(lead), announcement, sale]) before.exec(onSqlite(sql));
  }
  const store = createSqliteStore(folder.path, () => {});
  await store.isReady();
  await store.close();
  using after = new DatabaseSync(file, { readOnly: true });
  expect(after.prepare(READ_KEYS).all()).toEqual(KEYS);
  expect(after.prepare(onSqlite(READ_TOLD)).all()).toEqual(TOLD);
  expect(after.prepare(onSqlite(READ_SALE)).all()).toEqual([{ cents: '149710' }]);
});

test('PostgreSQL: numbers that are read differently now lose their keys, and refunds have their sums', async () => {
  const address = await postgres.createDatabase();
  for (const { sql } of readBefore(POSTGRES_FOLDER)) await runQuery(address, sql);
  const rows = [...LEADS.map(lead), announcement, sale.replace('IS_TEST', 'false')];
  for (const sql of rows) await runQuery(address, sql);
  const { store } = createPostgresStore(address, () => {});
  await store.isReady();
  await store.close();
  expect(await runQuery(address, READ_KEYS)).toEqual(KEYS);
  expect(await runQuery(address, READ_TOLD)).toEqual(TOLD);
  expect(await runQuery(address, READ_SALE)).toEqual([{ cents: '149710' }]);
});
