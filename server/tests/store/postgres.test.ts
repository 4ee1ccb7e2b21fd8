import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { runQuery, startDedicatedPostgres } from '../../../testkit/databases/start-postgres.ts';
import { makeEvent, makeLead } from '../../../testkit/rows.ts';
import { postRows } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { explainError } from '../../src/doctor/explain-error.ts';
import { openStore } from '../../src/store/capture/open-store.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { refuseSharedSession } from '../../src/store/postgres/migrate.ts';
import { createPostgresStore } from '../../src/store/postgres/store.ts';
import { askAsPostgrest } from '../capture/ask-as-postgrest.ts';
import { SECRETS, sampleText, send } from '../sales/start-sales.ts';
import { makeInsert } from './open-test-store.ts';

const postgres = await startDedicatedPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const MIGRATIONS = join(import.meta.dirname, '../../../supabase/migrations');

function open(address: string) {
  const errors: string[] = [];
  const store = createPostgresStore(address, (message, error) =>
    errors.push(`${message}: ${error instanceof Error ? error.message : error}`),
  );
  return { store, errors, [Symbol.asyncDispose]: () => store.close() };
}

async function openReady() {
  const address = await postgres.createDatabase();
  const opened = open(address);
  await opened.store.isReady();
  return { ...opened, address };
}

function openPool(address: string) {
  const pool = new pg.Pool({ connectionString: address });
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() });
}

// This must be the first test, because before later tests an administrator has created the roles.
test('captures as the documented owner, which creates the roles itself', async () => {
  const admin = await postgres.createEmptyDatabase();
  await runQuery(admin, "create role dona login createrole password 'segredo'");
  await runQuery(admin, `alter database ${new URL(admin).pathname.slice(1)} owner to dona`);
  const address = admin.replace('postgres:password@', 'dona:segredo@');
  await using opened = open(address);
  const outcome = await opened.store.insert(makeInsert('leads', [makeLead()]));
  expect({ outcome, errors: opened.errors }).toEqual({ outcome: { ok: true }, errors: [] });
  expect(await opened.store.isReady()).toBe(true);
});

test('captures in UTC, whatever the server’s time zone', async () => {
  const address = await postgres.createDatabase();
  const name = new URL(address).pathname.slice(1);
  await runQuery(address, `alter database ${name} set timezone to 'America/Sao_Paulo'`);
  await using opened = open(address);
  await opened.store.isReady();
  await runQuery(
    address,
    "alter table leads add column zone text default current_setting('TimeZone')",
  );
  expect(await opened.store.insert(makeInsert('leads', [makeLead()]))).toEqual({ ok: true });
  expect(await runQuery(address, 'select zone from leads')).toEqual([{ zone: 'UTC' }]);
});

test('limits the time of statements and locks, also on the connection that made the tables', async () => {
  await using opened = open(await postgres.createEmptyDatabase());
  await opened.store.isReady();
  expect(
    await opened.store.read(
      "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock",
    ),
  ).toEqual([{ statement: '5s', lock: '3s' }]);
});

test('connects with no parameter that PgBouncer refuses', async () => {
  const names = new Set<string>();
  const server = createServer((socket) => {
    socket.once('data', (packet) => {
      // After length and version, names and values take turns.
      const texts = packet.toString('utf8', 8).split('\0');
      for (const [index, text] of texts.entries()) if (text && index % 2 === 0) names.add(text);
      socket.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await using opened = open(`postgres://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/c`);
  await opened.store.isReady();
  server.close();
  // https://www.pgbouncer.org/config.html, ignore_startup_parameters
  const accepted = ['user', 'database', 'application_name', 'client_encoding', 'timezone'];
  expect([...names].filter((name) => !accepted.includes(name.toLowerCase()))).toEqual([]);
  expect(names).toContain('user');
});

test('refuses a pooler in transaction mode, which lets connections share a session', async () => {
  const address = await postgres.createEmptyDatabase();
  await using pool = openPool(address);
  const [first, second] = [await pool.connect(), await pool.connect()];
  await expect(refuseSharedSession(first, second)).resolves.toBeUndefined();
  const refusal = await refuseSharedSession(first, first).catch((error) => error);
  expect(explainError(refusal, { dataDir: '', databaseUrl: address })).toContain('modo de sessão');
  for (const client of [first, second]) client.release();
});

test('stores leads that two servers repeat in any order, without a deadlock', async () => {
  const address = await postgres.createDatabase();
  await using first = open(address);
  await using second = open(address);
  await Promise.all([first.store.isReady(), second.store.isReady()]);
  for (let round = 0; round < 15; round += 1) {
    const leads = Array.from({ length: 100 }, () =>
      makeInsert('leads', [makeLead()], { idempotency_key: randomUUID() }),
    );
    const fromFirst = leads.map((lead) => first.store.insert(lead));
    const fromSecond = leads.toReversed().map((lead) => second.store.insert(lead));
    const outcomes = await Promise.all([...fromFirst, ...fromSecond]);
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([]);
  }
  expect([...first.errors, ...second.errors]).toEqual([]);
  expect(await runQuery(address, 'select count(*)::int as n from leads')).toEqual([{ n: 1_500 }]);
});

test('retries after a deadlock with another client', async () => {
  await using opened = await openReady();
  await runQuery(
    opened.address,
    `create sequence public.attempts;
     grant usage on sequence public.attempts to anon;
     create function public.fail_once() returns trigger language plpgsql as $$
     begin
       if nextval('public.attempts') = 1 then
         raise exception 'deadlock detected' using errcode = '40P01';
       end if;
       return new;
     end $$;
     create trigger fail_once before insert on public.leads
       for each row execute function public.fail_once()`,
  );
  const outcome = await opened.store.insert(makeInsert('leads', [makeLead()]));
  expect({ outcome, errors: opened.errors }).toEqual({ outcome: { ok: true }, errors: [] });
});

test('is not ready while the database takes no rows', async () => {
  const address = await postgres.createDatabase();
  await using opened = open(address);
  expect(await opened.store.isReady()).toBe(true);
  const name = new URL(address).pathname.slice(1);
  await runQuery(
    address,
    `alter database ${name} set default_transaction_read_only = on;
     select pg_terminate_backend(pid) from pg_stat_activity
       where datname = '${name}' and pid <> pg_backend_pid()`,
  );
  await expect.poll(() => opened.store.isReady()).toBe(false);
  await runQuery(
    address.replace(name, 'postgres'),
    `alter database ${name} reset default_transaction_read_only`,
  );
  await runQuery(
    address.replace(name, 'postgres'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  await expect.poll(() => opened.store.isReady()).toBe(true);
});

test('prepares the database once when replicas start at once', async () => {
  const address = await postgres.createEmptyDatabase();
  await using first = open(address);
  await using second = open(address);
  await using third = open(address);
  const all = [first, second, third];
  expect(await Promise.all(all.map(({ store }) => store.isReady()))).toEqual([true, true, true]);
  expect(all.flatMap(({ errors }) => errors)).toEqual([]);
});

test('accepts a database prepared by other tools', async () => {
  const address = await postgres.createEmptyDatabase();
  for (const file of readdirSync(MIGRATIONS).toSorted()) {
    await runQuery(address, readFileSync(join(MIGRATIONS, file), 'utf8'));
  }
  await using opened = open(address);
  expect(await opened.store.isReady()).toBe(true);
});

test('refuses a database of a newer release', async () => {
  await using opened = await openReady();
  const { address } = opened;
  await runQuery(address, 'insert into funil.migrations (version) values (999)');
  await using older = open(address);
  expect(await older.store.isReady()).toBe(false);
  expect(older.errors.join()).toContain('the database cannot be prepared');
});

test('announces an upgrade that fails once, however often it is tried', async () => {
  const address = await postgres.createDatabase();
  // The migration of pushes is tried again and fails, because its tables are there already.
  await runQuery(address, 'delete from funil.migrations where version >= 322');
  const [errors, upgrades]: [string[], string[]] = [[], []];
  const store = await openStore(
    { dataDir: '', databaseUrl: address },
    (message) => errors.push(message),
    () => upgrades.push('upgrade'),
  );
  await expect
    .poll(async () => {
      await store.isReady();
      return errors.length;
    })
    .toBeGreaterThan(2);
  await store.close();
  expect(upgrades).toEqual(['upgrade']);
});

test('stores nothing without the grant of anon', async () => {
  await using opened = await openReady();
  await runQuery(
    opened.address,
    'revoke insert on public.leads from anon; revoke insert (nome) on public.leads from anon',
  );
  const outcome = await opened.store.insert(makeInsert('leads', [makeLead()]));
  expect(outcome).toEqual({ ok: false, reason: 'unavailable' });
});

test('does not store the erased context of an event that Supabase receives again', async () => {
  const address = await postgres.createDatabase();
  await runQuery(address, "insert into funil.destinations (name) values ('meta')");
  const event = makeEvent({
    name: 'generate_lead',
    payload: { currency: 'BRL', value: 0 },
    lead_ref: randomUUID(),
    context: { fbp: 'fb.1.1.1' },
  });
  const send = () => askAsPostgrest(address, 'jornada', [event], { 'user-agent': 'x' });
  expect(await send()).toBe('stored');
  expect(await runQuery(address, 'delete from funil.visit_contexts returning lead_ref')).toEqual([
    { lead_ref: event.lead_ref },
  ]);
  expect(await send()).toBe('stored');
  expect(await runQuery(address, 'select * from funil.visit_contexts')).toEqual([]);
});

test('starts without its database, keeps the site up while it is unreachable, and takes leads and notices afterwards', async () => {
  const address = await postgres.createEmptyDatabase();
  const env = { DATABASE_URL: address, HOTMART_HOTTOK: SECRETS.HOTMART_HOTTOK };
  await postgres.stop();
  await using server = await startServer(env);
  const sendLead = () => postRows(server.address, 'leads', makeLead());
  const sendNotice = () => send(server.address, 'hotmart', sampleText('hotmart/approved'));
  expect((await sendLead()).status).toBe(503);
  await postgres.start();
  await expect.poll(async () => (await sendLead()).status).toBe(201);

  await postgres.stop();
  for (const response of [await sendLead(), await sendNotice()]) {
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  }
  expect((await fetch(`${server.address}/readyz`)).status).toBe(503);
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200);

  await postgres.start();
  await expect.poll(async () => (await sendLead()).status).toBe(201);
  expect((await sendNotice()).status).toBe(200);
  expect(await runQuery(address, 'select count(*)::int as n from leads')).toEqual([{ n: 2 }]);
  expect(server.output.stderr).not.toContain('password');
});

test('fails only the transaction whose connection the server closes between two queries', async () => {
  await using opened = await openReady();
  const { address } = opened;
  await using database = await openDatabase({ dataDir: '', databaseUrl: address }, 'write');
  const transaction = database.transaction().execute(async (tables) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tables);
    const pid = rows[0]?.pid;
    await runQuery(address, `select pg_terminate_backend(${pid})`);
    await expect
      .poll(() => runQuery(address, `select 1 from pg_stat_activity where pid = ${pid}`))
      .toEqual([]);
    await sql`select 1`.execute(tables);
  });
  await expect(transaction).rejects.toThrow(/terminat|not queryable/);
  expect(await database.selectFrom('leads').select('id').execute()).toEqual([]);
});

test('lets PostgreSQL end the transaction of a server that vanished, whose locks stop the other servers', async () => {
  const address = await postgres.createDatabase();
  await using database = await openDatabase({ dataDir: '', databaseUrl: address }, 'write');
  const { rows } = await sql`
    select current_setting('idle_in_transaction_session_timeout') as timeout`.execute(database);
  expect(rows).toEqual([{ timeout: '30s' }]);
});

test('probes a silent connection, so that a vanished machine is noticed within half a minute', async () => {
  using keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  await using opened = await openReady();
  const { address } = opened;
  await using database = await openDatabase({ dataDir: '', databaseUrl: address }, 'write');
  await database.selectFrom('leads').select('id').execute();
  // Then node sends a probe each second, and gives up after ten.
  expect(new Set(keepAlive.mock.calls.map(String))).toEqual(new Set(['true,10000']));
});
