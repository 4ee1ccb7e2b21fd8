import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { makeApplication, makeDraft, makeEvent, makeLead } from '../../testkit/rows.ts';
import { runQuery, startPostgres } from '../../testkit/start-postgres.ts';
import { askAsPostgrest } from './ask-as-postgrest.ts';
import { prepareDatabase } from './open-test-store.ts';

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

test.each(TABLES)('anon can insert into %s', async (table) => {
  const address = await prepareDatabase(postgres);
  expect(await askAsPostgrest(address, table, [MAKE[table]()])).toBe('stored');
  expect(await count(address, table)).toBe(1);
});

test.each(TABLES)('anon cannot read, change, erase or empty %s', async (table) => {
  const address = await prepareDatabase(postgres);
  for (const role of ['anon', 'authenticated']) {
    for (const sql of [
      `select * from public.${table}`,
      `select count(*) from public.${table}`,
      `update public.${table} set utm_source = 'x'`,
      `update public.${table} set suspect = null`,
      `delete from public.${table}`,
      `truncate public.${table}`,
      `insert into public.${table} (created_at) values (now())`,
    ]) {
      await expect(runQuery(address, sql, `set role ${role}`)).rejects.toMatchObject({
        code: expect.stringMatching(/42501|42703/),
      });
    }
  }
});

test('anon cannot see what the server keeps for itself', async () => {
  const address = await prepareDatabase(postgres);
  for (const table of ['funil.migrations', 'funil.rate_limits']) {
    await expect(
      runQuery(address, `select * from ${table}`, 'set role anon'),
    ).rejects.toMatchObject({ code: '42501' });
  }
});

test('row security is on for every public table', async () => {
  const address = await prepareDatabase(postgres);
  const tables = await runQuery(
    address,
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity",
  );
  expect(tables).toEqual([]);
});

test('on Supabase a lead takes its key and its suspicion from the headers', async () => {
  const address = await prepareDatabase(postgres);
  const key = randomUUID();
  const headers = { 'idempotency-key': key, 'x-suspect': 'too-fast' };
  expect(await askAsPostgrest(address, 'leads', [makeLead()], headers)).toBe('stored');
  expect(await runQuery(address, 'select idempotency_key, suspect from leads')).toEqual([
    { idempotency_key: key, suspect: 'too-fast' },
  ]);
});

test('on Supabase a repeated key is a unique violation, and a malformed one an error', async () => {
  const address = await prepareDatabase(postgres);
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
  const address = await prepareDatabase(postgres);
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
    for (const role of ['anon', 'authenticated']) {
      await expect(
        runQuery(address, `select * from public.newest_${table}`, `set role ${role}`),
      ).rejects.toMatchObject({ code: '42501' });
    }
  }
});

test('on Supabase suspicion that is no word is marked as malformed', async () => {
  const address = await prepareDatabase(postgres);
  await askAsPostgrest(address, 'leads', [makeLead()], { 'x-suspect': '<script>' });
  expect(await runQuery(address, 'select suspect from leads')).toEqual([{ suspect: 'malformed' }]);
});

test('on Supabase a batch of events with repeated ones keeps the others', async () => {
  const address = await prepareDatabase(postgres);
  const repeated = makeEvent();
  expect(await askAsPostgrest(address, 'jornada', [repeated])).toBe('stored');
  const batch = [makeEvent(), repeated, makeEvent(), repeated];
  expect(await askAsPostgrest(address, 'jornada', batch)).toBe('stored');
  expect(await count(address, 'jornada')).toBe(3);
});

test('on Supabase batches of one visit that cross each other are all stored, each event once', async () => {
  const address = await prepareDatabase(postgres);
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

test('clicks that are no clicks are refused by the database too', async () => {
  const address = await prepareDatabase(postgres);
  for (const botoes_clicados of [[{}], [1], [{ botao: 'x' }], [{ botao: 1, timestamp: 'x' }]]) {
    expect(await askAsPostgrest(address, 'leads', [makeLead({ botoes_clicados })])).toBe('23514');
  }
});
