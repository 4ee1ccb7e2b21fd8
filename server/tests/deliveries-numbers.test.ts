import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeApplication, makeDraft, makeLead } from '../../testkit/rows.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { makeDestination, openDelivering } from './start-delivering.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const SOON = { timeout: 10_000 };

test('PostgreSQL: a lead that was numbered first and committed last is told of, and holds up no other', async () => {
  await using opened = await openDelivering('PostgreSQL', postgres);
  const { destination, told } = makeDestination('mail');
  await opened.register(destination);
  const late = new pg.Client(opened.url);
  await late.connect();
  const columns = [...Object.keys(makeLead()), 'idempotency_key'].join(', ');
  const [first, second] = [randomUUID(), randomUUID()];
  await late.query('begin; set local role anon');
  await late.query(
    `insert into leads (${columns}) select ${columns}
     from json_populate_recordset(null::public.leads, $1)`,
    [JSON.stringify([{ ...makeLead(), idempotency_key: first }])],
  );
  opened.start([destination]);
  await opened.store('leads', makeLead(), second);
  await expect.poll(() => told(), SOON).toEqual([`lead.created lead:${second}`]);
  await late.query('commit');
  await late.end();
  await expect.poll(() => told().length, SOON).toBe(2);
  expect(told()[1]).toBe(`lead.created lead:${first}`);
});

test('PostgreSQL: behind a long transaction all that came is told of, and once', async () => {
  await using opened = await openDelivering('PostgreSQL', postgres);
  const { destination, got } = makeDestination('mail', { concurrency: 48 });
  await opened.register(destination);
  const long = new pg.Client(opened.url);
  await long.connect();
  await long.query('begin; select pg_current_xact_id()');
  const row = JSON.stringify(makeLead());
  const columns = Object.keys(makeLead()).join(', ');
  const copies = `insert into leads (${columns}) select ${columns} from generate_series(1, 700),
    json_populate_record(null::public.leads, '${row}')`;
  await opened.query(`with copies as (${copies} returning 1) select 1`);
  opened.start([destination]);
  await expect.poll(() => got.length, SOON).toBe(700);
  await opened.store('leads', makeLead());
  await expect.poll(() => got.length, SOON).toBe(701);
  await long.query('commit');
  await long.end();
  const settled = "select last_number from funil.delivery_progress where source = 'leads'";
  await expect.poll(() => opened.query(settled), SOON).toEqual([{ last_number: '701' }]);
  expect(new Set(got.map(({ id }) => id)).size).toBe(701);
  expect(got).toHaveLength(701);
});

test('SQLite: a lead under a number that was given before is told of', async () => {
  await using opened = await openDelivering('SQLite', postgres);
  const { destination } = makeDestination('mail');
  await opened.register(destination);
  const count = async () =>
    (await opened.query('select count(*) as n from funil.announcements'))[0]?.n;
  for (const table of ['leads', 'application_drafts', 'applications'] as const) {
    const make = { leads: makeLead, application_drafts: makeDraft, applications: makeApplication };
    const before = Number(await count());
    await opened.store(table, make[table]());
    await opened.store(table, make[table]());
    await opened.find();
    expect(await count()).toBe(before + 2);
    await opened.query(`delete from ${table} returning 1`);
    await opened.store(table, make[table]());
    await opened.find();
    expect(await count()).toBe(before + 3);
  }
});

test('SQLite: in a copy whose rows were numbered anew, what comes is told of', async () => {
  await using opened = await openDelivering('SQLite', postgres);
  const { destination, told } = makeDestination('mail');
  await opened.query('update funil.delivery_progress set last_number = 1000 returning source');
  opened.start([destination]);
  await expect
    .poll(() => opened.query('select name from funil.destinations'), SOON)
    .toHaveLength(1);
  await opened.store('leads', makeLead());
  await opened.store('application_drafts', makeDraft());
  await expect.poll(() => told().length, SOON).toBe(2);
});
