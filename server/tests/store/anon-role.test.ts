import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { connectPostgres, runQuery } from '../../../testkit/databases/start-postgres.ts';
import { makeEvent, makeLead } from '../../../testkit/rows.ts';
import { createPostgresStore } from '../../src/store/postgres/store.ts';
import { askAsPostgrest } from '../capture/ask-as-postgrest.ts';
import { startConsoleData } from '../console/start-console-data.ts';
import { makeInsert, usePostgres } from './open-test-store.ts';
import { MAKE_ROW } from './row-samples.ts';

const postgres = await usePostgres();

const TABLES = ['leads', 'applications', 'application_drafts', 'jornada'] as const;

const count = async (address: string, table: string) =>
  Number((await runQuery(address, `select count(*) as n from ${table}`))[0]?.n);

test('lets anon insert into every table', async () => {
  const address = await postgres.createDatabase();
  for (const table of TABLES) {
    expect(await askAsPostgrest(address, table, [MAKE_ROW[table]()])).toBe('stored');
    expect(await count(address, table)).toBe(1);
  }
});

test('shows on the console a lead that a client of Supabase inserted directly', async () => {
  await using console = await startConsoleData('PostgreSQL');
  const address = String(new Map(Object.entries(console.env)).get('DATABASE_URL'));
  expect(await askAsPostgrest(address, 'leads', [makeLead({ nome: 'Vem Direto' })])).toBe('stored');
  await console.waitForList('leads', 1);
  expect((await console.get('leads')).items).toMatchObject([{ name: 'Vem Direto' }]);
});

test('refuses anon and authenticated everything but inserts', async () => {
  const address = await postgres.createDatabase();
  const refused = TABLES.flatMap((table) => [
    `select * from public.${table}`,
    `select count(*) from public.${table}`,
    `update public.${table} set utm_source = 'x'`,
    `update public.${table} set suspect = null`,
    `delete from public.${table}`,
    `truncate public.${table}`,
    `insert into public.${table} (created_at) values (now())`,
  ]);
  refused.push(
    'select * from public.newest_applications',
    'select * from public.newest_application_drafts',
    'select * from funil.migrations',
    'select * from funil.rate_limits',
    'delete from funil.rate_limits',
    'create or replace function funil.max_captures_per_minute() returns integer language sql return 0',
    'alter table public.jornada disable trigger limit_request',
    'select * from funil.visit_contexts',
    `insert into funil.visit_contexts (lead_ref, context) values (gen_random_uuid(), '{}')`,
    'delete from funil.visit_contexts',
    'select funil.store_visit_context()',
  );
  for (const role of ['anon', 'authenticated']) {
    for (const sql of refused) {
      await expect(runQuery(address, sql, `set role ${role}`)).rejects.toMatchObject({
        code: expect.stringMatching(/42501|42703/),
      });
    }
  }
});

test('enables row security for every public table', async () => {
  const address = await postgres.createDatabase();
  const tables = await runQuery(
    address,
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity",
  );
  expect(tables).toEqual([]);
});

test('reads a lead’s key and suspicion from the request headers on Supabase', async () => {
  const address = await postgres.createDatabase();
  const key = randomUUID();
  const headers = { 'idempotency-key': key, 'x-suspect': 'honeypot' };
  expect(await askAsPostgrest(address, 'leads', [makeLead()], headers)).toBe('stored');
  await askAsPostgrest(address, 'leads', [makeLead()], { 'x-suspect': '<script>' });
  expect(await runQuery(address, 'select idempotency_key, suspect from leads')).toEqual([
    { idempotency_key: key, suspect: 'honeypot' },
    { idempotency_key: null, suspect: null },
  ]);
});

test('refuses a repeated or malformed key on Supabase', async () => {
  const address = await postgres.createDatabase();
  const headers = { 'idempotency-key': randomUUID() };
  await askAsPostgrest(address, 'leads', [makeLead()], headers);
  expect(await askAsPostgrest(address, 'leads', [makeLead()], headers)).toBe('23505');
  expect(await askAsPostgrest(address, 'leads', [makeLead()], { 'idempotency-key': 'x' })).toBe(
    '22P02',
  );
  expect(await askAsPostgrest(address, 'leads', [makeLead()])).toBe('stored');
  expect(await askAsPostgrest(address, 'leads', [makeLead()])).toBe('stored');
  expect(await count(address, 'leads')).toBe(3);
});

test('stores a save once on Supabase, and lets a further save correct it', async () => {
  const address = await postgres.createDatabase();
  for (const table of ['applications', 'application_drafts'] as const) {
    const first = { ...MAKE_ROW[table](), save_id: randomUUID() };
    const corrected = { ...first, nome: 'João Corrigido', save_id: randomUUID() };
    expect(await askAsPostgrest(address, table, [first])).toBe('stored');
    expect(await askAsPostgrest(address, table, [corrected])).toBe('stored');
    expect(await askAsPostgrest(address, table, [first])).toBe('23505');
    expect(await count(address, table)).toBe(2);
    expect(await runQuery(address, `select nome from newest_${table}`)).toEqual([
      { nome: 'João Corrigido' },
    ]);
  }
});

test('stores each event once when batches overlap on Supabase', async () => {
  const address = await postgres.createDatabase();
  const events = Array.from({ length: 40 }, () => makeEvent());
  const reversed = events.toReversed();
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      askAsPostgrest(address, 'jornada', [...(n % 2 ? events : reversed), makeEvent()]),
    ),
  );
  expect(outcomes).toEqual(outcomes.map(() => 'stored'));
  expect(await count(address, 'jornada')).toBe(52);
});

const makeEvents = (length: number) => Array.from({ length }, () => makeEvent());

test('accepts at most a hundred rows in a request on Supabase', async () => {
  const address = await postgres.createDatabase();
  await using client = await connectPostgres(address);
  expect(await askAsPostgrest(client, 'jornada', makeEvents(100))).toBe('stored');
  expect(await askAsPostgrest(client, 'jornada', makeEvents(101))).toBe(413);
  expect(await askAsPostgrest(client, 'jornada', makeEvents(100))).toBe('stored');
  expect(await count(address, 'jornada')).toBe(200);
});

test('limits the requests per minute and address on Supabase', async () => {
  const address = await postgres.createDatabase();
  expect(await runQuery(address, 'select funil.max_captures_per_minute() as max')).toEqual([
    { max: 600 },
  ]);
  await runQuery(
    address,
    'create or replace function funil.max_captures_per_minute() returns integer language sql return 2',
  );
  const send = (headers: Record<string, string>) =>
    askAsPostgrest(address, 'jornada', makeEvents(1), headers);
  const from = (forwarded: string) => ({ 'x-forwarded-for': forwarded });
  expect(await send(from('203.0.113.7, 10.0.0.1'))).toBe('stored');
  expect(await send(from('203.0.113.7'))).toBe('stored');
  expect(await send(from('203.0.113.7'))).toBe(429);
  expect(await send(from('203.0.113.8'))).toBe('stored');
  await runQuery(
    address,
    "update funil.rate_limits set started_at = now() - interval '61 seconds'",
  );
  expect(await send(from('203.0.113.7'))).toBe('stored');
  const stored = await runQuery(
    address,
    'select encode(address, $$escape$$) as address from funil.rate_limits',
  );
  expect(JSON.stringify(stored)).not.toContain('203.0');

  // A client cannot forge the edge's header. IPv6 addresses count by their /64 network.
  const fromEdge = (known: string, last: number) => ({
    'cf-connecting-ip': known,
    'x-forwarded-for': `198.51.100.${last}`,
  });
  expect(await send(fromEdge('2001:db8:1:2::1', 1))).toBe('stored');
  expect(await send(fromEdge('2001:db8:1:2::1', 2))).toBe('stored');
  expect(await send(fromEdge('2001:db8:1:2:3::9', 3))).toBe(429);
  expect(await send(fromEdge('2001:db8:1:3::1', 4))).toBe('stored');
  for (let sent = 0; sent < 3; sent += 1) expect(await send(from('unknown'))).toBe('stored');
});

test('does not limit the batches of this server', async () => {
  const address = await postgres.createDatabase();
  const store = createPostgresStore(address, () => {});
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => store.insert(makeInsert('jornada', makeEvents(100)))),
  );
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  await store.close();
});
