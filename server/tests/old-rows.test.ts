import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../../testkit/start-app.ts';
import { runQuery, startPostgres } from '../../testkit/start-postgres.ts';
import { createPostgresStore } from '../src/store/postgres/store.ts';
import { openForWriting } from '../src/store/sqlite/database.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const readFiles = (folder: string) =>
  readdirSync(folder)
    .sort()
    .filter((file) => file < '20261121')
    .map((file) => readFileSync(join(folder, file), 'utf8'));

/** Rows that an earlier release took and this one would not. */
const ROWS = `
  insert into leads (nome, telefone, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
    botoes_clicados, tempo_jornada_segundos, paginas_visitadas, origem_timestamp)
  values ('\u200b\u200b', '1234567890', '', '', '', '', '',
    '[{"botao": "x", "timestamp": "ontem"}]', 0, 0, '1900-01-01T00:00:00Z');
  insert into application_drafts (id, nome, email, whatsapp, instagram)
  values ('01980000-0000-7000-8000-000000000001', '\u3164\u3164', '\u200b@b.c', '1234567890', '');
  insert into jornada (id, session_id, name, occurred_at, payload,
    utm_source, utm_medium, utm_campaign, utm_content, utm_term)
  values ('01980000-0000-7000-8000-000000000001', '01980000-0000-7000-8000-000000000001',
    'form_start', '1900-01-01T00:00:00Z', '{}', '', '', '', '', '');
`;
const COUNT = `select (select count(*) from leads) + (select count(*) from application_drafts)
  + (select count(*) from jornada) as n`;

test('SQLite: rows of an earlier release outlive the step to stricter limits', () => {
  using folder = makeFolder();
  {
    using before = new DatabaseSync(join(folder.path, 'funil.db'));
    const files = readFiles(join(import.meta.dirname, '../src/store/sqlite/migrations'));
    for (const sql of files) before.exec(sql);
    before.exec(`pragma user_version = ${files.length}`);
    before.exec(ROWS);
  }
  using database = openForWriting(folder.path);
  expect(database.prepare(COUNT).get()).toEqual({ n: 3 });
  expect(() => database.exec(ROWS)).toThrow('nome_has_2_visible_characters');
});

test('PostgreSQL: rows of an earlier release outlive the step to stricter limits', async () => {
  const address = await postgres.createDatabase();
  for (const sql of readFiles(join(import.meta.dirname, '../../supabase/migrations'))) {
    await runQuery(address, sql);
  }
  await runQuery(address, ROWS);
  await runQuery(address, "update leads set origem_timestamp = 'infinity'");
  const { store } = createPostgresStore(address, () => {});
  expect(await store.isReady()).toBe(true);
  await store.close();
  const [row] = await runQuery(address, COUNT);
  expect(Number(row?.n)).toBe(3);
  await expect(runQuery(address, ROWS)).rejects.toMatchObject({ code: '23514' });
});
