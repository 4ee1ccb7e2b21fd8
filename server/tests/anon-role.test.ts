import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { makeApplication, makeDraft, makeEvent, makeLead } from '../../testkit/rows.ts';
import { runQuery, startPostgres } from '../../testkit/start-postgres.ts';
import { askAsPostgrest } from './ask-as-postgrest.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const TABLES = ['leads', 'applications', 'application_drafts', 'jornada'] as const;
const MAKE = {
  leads: makeLead,
  applications: makeApplication,
  application_drafts: makeDraft,
  jornada: makeEvent,
};

const count = async (address: string, table: string) =>
  Number((await runQuery(address, `select count(*) as n from ${table}`))[0]?.n);

test('anon can insert into every table', async () => {
  const address = await postgres.createDatabase();
  for (const table of TABLES) {
    expect(await askAsPostgrest(address, table, [MAKE[table]()])).toBe('stored');
    expect(await count(address, table)).toBe(1);
  }
});

test('anon cannot read, change, erase or empty a table, nor see what the server keeps for itself', async () => {
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
    'select funil.move_visit_context()',
  );
  for (const role of ['anon', 'authenticated']) {
    for (const sql of refused) {
      await expect(runQuery(address, sql, `set role ${role}`)).rejects.toMatchObject({
        code: expect.stringMatching(/42501|42703/),
      });
    }
  }
});

test('row security is on for every public table', async () => {
  const address = await postgres.createDatabase();
  const tables = await runQuery(
    address,
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity",
  );
  expect(tables).toEqual([]);
});

test('on Supabase a lead takes its key and its suspicion from the headers', async () => {
  const address = await postgres.createDatabase();
  const key = randomUUID();
  const headers = { 'idempotency-key': key, 'x-suspect': 'too-fast' };
  expect(await askAsPostgrest(address, 'leads', [makeLead()], headers)).toBe('stored');
  await askAsPostgrest(address, 'leads', [makeLead()], { 'x-suspect': '<script>' });
  expect(await runQuery(address, 'select idempotency_key, suspect from leads')).toEqual([
    { idempotency_key: key, suspect: 'too-fast' },
    { idempotency_key: null, suspect: 'malformed' },
  ]);
});

test('on Supabase a repeated key is a unique violation, and a malformed one an error', async () => {
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

test('on Supabase a save is known by its own id; a further row corrects it', async () => {
  const address = await postgres.createDatabase();
  for (const table of ['applications', 'application_drafts'] as const) {
    const first = { ...MAKE[table](), save_id: randomUUID() };
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

test('on Supabase batches of one visit that cross each other are all stored, each event once', async () => {
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
