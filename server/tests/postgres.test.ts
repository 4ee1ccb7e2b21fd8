import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeEvent, makeLead } from '../../testkit/rows.ts';
import { insert, makeFolder } from '../../testkit/start-app.ts';
import { runQuery, startOwnPostgres, startPostgres } from '../../testkit/start-postgres.ts';
import { runFile, startServer } from '../../testkit/start-process.ts';
import { createPostgresStore } from '../src/store/postgres/store.ts';
import { makeInsert } from './open-test-store.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations');

function open(address: string) {
  const troubles: string[] = [];
  const { store } = createPostgresStore(address, (message) => troubles.push(message));
  return { store, troubles, [Symbol.asyncDispose]: () => store.close() };
}

test('replicas that start at once prepare the database once', async () => {
  const address = await postgres.createEmptyDatabase();
  await using first = open(address);
  await using second = open(address);
  await using third = open(address);
  const all = [first, second, third];
  expect(await Promise.all(all.map(({ store }) => store.isReady()))).toEqual([true, true, true]);
  expect(all.flatMap(({ troubles }) => troubles)).toEqual([]);
});

test('a database prepared by other tools is taken as it is', async () => {
  const address = await postgres.createEmptyDatabase();
  for (const file of readdirSync(MIGRATIONS).toSorted()) {
    await runQuery(address, readFileSync(join(MIGRATIONS, file), 'utf8'));
  }
  await using opened = open(address);
  expect(await opened.store.isReady()).toBe(true);
});

test('a database of a newer release is not touched', async () => {
  const address = await postgres.createDatabase();
  await using opened = open(address);
  await opened.store.isReady();
  await runQuery(address, 'insert into funil.migrations (version) values (999)');
  await using older = open(address);
  expect(await older.store.isReady()).toBe(false);
  expect(older.troubles).toContain('the database cannot be prepared');
});

test('inserts are made as anon: without its grant nothing is stored', async () => {
  const address = await postgres.createDatabase();
  await using opened = open(address);
  await opened.store.isReady();
  await runQuery(
    address,
    'revoke insert on public.leads from anon; revoke insert (nome) on public.leads from anon',
  );
  const outcome = await opened.store.insert(makeInsert('leads', [makeLead()]));
  expect(outcome).toEqual({ ok: false, reason: 'unavailable' });
});

test('the page API is the same on PostgreSQL, and the leads can be listed', async () => {
  const address = await postgres.createDatabase();
  using folder = makeFolder();
  const env = { DATABASE_URL: address, DATA_DIR: folder.path };
  await using server = await startServer(env);
  const key = { 'idempotency-key': 'a3bb189e-8bf9-4c58-9f3e-0123456789ab' };
  expect((await insert(server.address, 'leads', makeLead(), key)).status).toBe(201);
  expect((await insert(server.address, 'leads', makeLead(), key)).status).toBe(201);
  const other = makeLead({ nome: 'Outra Pessoa' });
  expect((await insert(server.address, 'leads', other, key)).status).toBe(409);
  expect((await insert(server.address, 'jornada', [makeEvent()])).status).toBe(201);
  expect(readdirSync(folder.path)).toEqual([]);

  const { stdout, stderr } = await runFile('commands/leads.ts', [], env);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/Maria da Silva +\(11\) 98765-4321 +instagram/);
});

test('while the database is away the site stays up, and captures return by themselves', async () => {
  await using own = await startOwnPostgres();
  const address = await own.createDatabase();
  await using server = await startServer({ DATABASE_URL: address });
  expect((await insert(server.address, 'leads', makeLead())).status).toBe(201);

  await own.stop();
  const answer = await insert(server.address, 'leads', makeLead());
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect((await fetch(`${server.address}/readyz`)).status).toBe(503);
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200);

  await own.start();
  await expect
    .poll(async () => (await insert(server.address, 'leads', makeLead())).status, {
      timeout: 15_000,
    })
    .toBe(201);
  expect(await runQuery(address, 'select count(*)::int as n from leads')).toEqual([{ n: 2 }]);
  expect(server.output.stderr).not.toContain('password');
});

test('the server starts without its database, and captures once it is there', async () => {
  await using own = await startOwnPostgres();
  const address = await own.createEmptyDatabase();
  await own.stop();
  await using server = await startServer({ DATABASE_URL: address });
  expect((await insert(server.address, 'leads', makeLead())).status).toBe(503);
  await own.start();
  await expect
    .poll(async () => (await insert(server.address, 'leads', makeLead())).status, {
      timeout: 15_000,
    })
    .toBe(201);
});
