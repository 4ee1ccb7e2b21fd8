import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeEvent } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { runFile, startServer } from '../../testkit/start-process.ts';
import { tryLock } from '../src/store/locks.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { catchUp, openVisitUpdater } from '../src/visits/open-updater.ts';
import { openVisits } from './open-visits.ts';
import { simulateEvents } from './simulate-visits.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const DATABASES = ['SQLite', 'PostgreSQL'];

test.each(DATABASES)(
  '%s: visits made bit by bit are those made anew',
  { timeout: 60_000 },
  async (kind) => {
    await using opened = await openVisits(kind, postgres);
    const rows = simulateEvents(250);
    // Two of each: the events of one visit arrive together, and again among others' later.
    const disordered = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (let start = 0; start < disordered.length; start += 100) {
      await opened.store(disordered.slice(start, start + 100));
      if (start % 300 === 0) await opened.keeper.readOn(70);
    }
    const unread = await opened.report();
    await catchUp(opened.keeper, 150);
    const [visits, totals] = [await opened.readVisits(), await opened.readTotals()];
    expect(visits).toHaveLength(250);
    expect(await opened.report()).toEqual(unread);
    await opened.store(rows.slice(0, 100));
    await catchUp(opened.keeper);
    expect(await opened.readTotals()).toEqual(totals);

    const { stdout, stderr } = await runFile('commands/report.ts', ['--rebuild'], opened.env);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^Visitas +250 +100,0%$/m);
    const ignoreNumber = (all: Record<string, unknown>[]) =>
      all.map(({ detail, ...row }) => ({
        ...row,
        detail: typeof detail === 'string' ? JSON.parse(detail) : detail,
      }));
    expect(ignoreNumber(await opened.readVisits())).toEqual(ignoreNumber(visits));
    expect(await opened.readTotals()).toEqual(totals);
  },
);

test.each(DATABASES)(
  '%s: of two that erase visits at a time, both erase all of theirs',
  async (kind) => {
    await using opened = await openVisits(kind, postgres);
    const events = Array.from({ length: 40 }, () => makeEvent({ session_id: randomUUID() }));
    await opened.store(events);
    await catchUp(opened.keeper);
    const sessions = events.map(({ session_id }) => session_id.replaceAll('-', ''));
    const other = await openVisitUpdater(opened.config);
    const long = opened.keeper.erase(sessions.slice(1));
    await other.erase(sessions.slice(0, 1));
    await long;
    await other.close();
    expect(await opened.readVisits()).toEqual([]);
  },
);

test.each(DATABASES)('%s: erased visits leave the totals', async (kind) => {
  await using opened = await openVisits(kind, postgres);
  await opened.store([makeEvent()]);
  await catchUp(opened.keeper);
  const before = await opened.report();
  const session_id = '00000000-0000-4000-8000-00000000000f';
  await opened.store([
    makeEvent({ session_id, utm_source: 'google' }),
    makeEvent({ session_id, name: 'cta_click', payload: { button_name: 'x' } }),
  ]);
  await catchUp(opened.keeper);
  expect(await opened.report()).not.toEqual(before);
  await opened.keeper.erase([session_id.replaceAll('-', '')]);
  expect(await opened.report()).toEqual(before);
  expect(await opened.readVisits()).toHaveLength(1);
  await opened.keeper.eraseSeenBefore(new Date(Date.now() + 60_000));
  expect(await opened.readVisits()).toEqual([]);
  expect(await opened.readTotals()).toEqual([]);
});

/** Stores an event, and leaves its transaction open. */
async function storeLate(url: string, session_id: string) {
  const late = new pg.Client(url);
  await late.connect();
  const columns = Object.keys(makeEvent()).join(', ');
  await late.query('begin; set local role anon');
  await late.query(
    `insert into jornada (${columns}) select ${columns}
     from json_populate_recordset(null::public.jornada, $1)`,
    [JSON.stringify([makeEvent({ session_id })])],
  );
  return {
    async commit() {
      await late.query('commit');
      await late.end();
    },
  };
}

test('PostgreSQL: an event that was numbered first and committed last is not passed over', async () => {
  await using opened = await openVisits('PostgreSQL', postgres);
  const url = opened.config.databaseUrl ?? '';
  const late = await storeLate(url, '00000000-0000-4000-8000-00000000000a');
  await opened.store([makeEvent({ session_id: '00000000-0000-4000-8000-00000000000b' })]);
  expect(await opened.keeper.readOn(1_000)).toBeNull();
  await late.commit();
  await catchUp(opened.keeper);
  expect(await opened.readVisits()).toHaveLength(2);
});

test('PostgreSQL: an event that is numbered and not committed, while nothing else goes on, is waited for', async () => {
  await using opened = await openVisits('PostgreSQL', postgres);
  const url = opened.config.databaseUrl ?? '';
  const late = await storeLate(url, '00000000-0000-4000-8000-00000000000a');
  expect(await opened.keeper.readOn(1_000)).toBeNull();
  await late.commit();
  await catchUp(opened.keeper);
  expect(await opened.readVisits()).toHaveLength(1);
});

test('PostgreSQL: of several keepers one is at it, and no event is counted twice', async () => {
  await using opened = await openVisits('PostgreSQL', postgres);
  const rows = simulateEvents(60);
  for (let start = 0; start < rows.length; start += 100) {
    await opened.store(rows.slice(start, start + 100));
  }
  const whole = await opened.report();
  const others = await Promise.all([
    openVisitUpdater(opened.config),
    openVisitUpdater(opened.config),
  ]);
  await Promise.all([opened.keeper, ...others].map((keeper) => catchUp(keeper, 40)));
  for (const keeper of others) await keeper.close();
  expect(await opened.report()).toEqual(whole);
  expect(await opened.readVisits()).toHaveLength(60);
});

test('updates visits while the server runs', async () => {
  await using opened = await openVisits('SQLite', postgres);
  await using server = await startServer(opened.env);
  expect((await insert(server.address, 'jornada', [makeEvent()])).status).toBe(201);
  await expect.poll(() => opened.readVisits(), { timeout: 10_000 }).toHaveLength(1);
  expect(await opened.report()).toMatchObject({ purchases: [] });
});

test('PostgreSQL: while one process changes sales, another keeps visits', async () => {
  await using opened = await openVisits('PostgreSQL', postgres);
  await opened.store([makeEvent()]);
  await using database = await openDatabase(opened.config, 'write');
  await database.transaction().execute(async (step) => {
    expect(await tryLock(step, 'sales')).toBe(true);
    expect(await opened.keeper.readOn(100)).toMatchObject({ events: 1 });
  });
});
