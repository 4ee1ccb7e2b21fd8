import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { runQuery, startOwnPostgres } from '../../testkit/start-postgres.ts';
import { createPostgresStore } from '../src/store/postgres/store.ts';
import { makeInsert } from './open-test-store.ts';

const postgres = await startOwnPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

function open(address: string) {
  const troubles: string[] = [];
  const { store } = createPostgresStore(address, (message, error) =>
    troubles.push(`${message}: ${error instanceof Error ? error.message : error}`),
  );
  return { store, troubles, [Symbol.asyncDispose]: () => store.close() };
}

// First of all: later tests' databases have an administrator make the roles.
test('an owner made as documented, who makes the roles itself, captures', async () => {
  const admin = await postgres.createEmptyDatabase();
  await runQuery(admin, "create role dona login createrole password 'segredo'");
  await runQuery(admin, `alter database ${new URL(admin).pathname.slice(1)} owner to dona`);
  const address = admin.replace('postgres:password@', 'dona:segredo@');
  await using opened = open(address);
  const outcome = await opened.store.insert(makeInsert('leads', [makeLead()]));
  expect({ outcome, troubles: opened.troubles }).toEqual({ outcome: { ok: true }, troubles: [] });
  expect(await opened.store.isReady()).toBe(true);
});

test('captures are made in UTC, whatever the server’s own time zone', async () => {
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

test('leads repeated by two servers in any order are all stored, and never deadlock', async () => {
  const address = await postgres.createDatabase();
  await using first = open(address);
  await using second = open(address);
  await Promise.all([first.store.isReady(), second.store.isReady()]);
  for (let round = 0; round < 15; round += 1) {
    const leads = Array.from({ length: 100 }, () =>
      makeInsert('leads', [makeLead()], { idempotencyKey: randomUUID() }),
    );
    const forth = leads.map((lead) => first.store.insert(lead));
    const back = leads.toReversed().map((lead) => second.store.insert(lead));
    const outcomes = await Promise.all([...forth, ...back]);
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([]);
  }
  expect([...first.troubles, ...second.troubles]).toEqual([]);
  expect(await runQuery(address, 'select count(*)::int as n from leads')).toEqual([{ n: 1_500 }]);
});

test('a deadlock with someone else is tried once more', async () => {
  const address = await postgres.createDatabase();
  await using opened = open(address);
  await opened.store.isReady();
  await runQuery(
    address,
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
  expect({ outcome, troubles: opened.troubles }).toEqual({ outcome: { ok: true }, troubles: [] });
});

test('a database that takes no rows is not ready, and is again by itself', async () => {
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
  await expect.poll(() => opened.store.isReady(), { timeout: 10_000 }).toBe(false);
  await runQuery(
    address.replace(name, 'postgres'),
    `alter database ${name} reset default_transaction_read_only`,
  );
  await runQuery(
    address.replace(name, 'postgres'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
  await expect.poll(() => opened.store.isReady(), { timeout: 10_000 }).toBe(true);
});
