import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { configOf } from '../../../testkit/config-of.ts';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { connectPostgres, insertRows } from '../../../testkit/databases/start-postgres.ts';
import { makeEvent } from '../../../testkit/rows.ts';
import { simulateMonth } from '../../../testkit/simulate/simulate-month.ts';
import { makeFolder } from '../../../testkit/start-app.ts';
import { openStore } from '../../src/store/capture/open-store.ts';
import { waitForLock } from '../../src/store/locks.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { catchUp, openVisitUpdater } from '../../src/visits/open-updater.ts';
import { readVisitTotals } from '../../src/visits/visit-totals.ts';
import { makeInsert, STORES, usePostgres } from '../store/open-test-store.ts';

const postgres = await usePostgres();

/** Returns the events of simulated visits, each once, in the order in which they arrive. */
function simulateEvents(visits: number) {
  const now = Date.parse('2026-03-30T12:00:00-03:00');
  const requests = [...simulateMonth({ visits, seed: 1, now, platforms: [] })];
  const rows = requests.flatMap((request) => (request.endpoint === 'jornada' ? request.rows : []));
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Opens a new database with a visit updater that runs only when a test calls it. */
async function openVisits(kind: string) {
  const folder = makeFolder();
  const env: Record<string, string> = { DATA_DIR: folder.path };
  if (kind === 'PostgreSQL') env.DATABASE_URL = await postgres.createDatabase();
  const config = configOf(env).store;
  const store = await openStore(config, () => {});
  await store.isReady();
  const query = queryTables(env);
  return {
    config,
    env,
    updater: await openVisitUpdater(config),
    async store(rows: object[]) {
      for (let start = 0; start < rows.length; start += 100) {
        const batch = rows.slice(start, start + 100) as Record<string, unknown>[];
        expect(await store.insert(makeInsert('jornada', batch))).toEqual({ ok: true });
      }
    },
    readVisits: () => query('select * from funil.visits order by session_id'),
    readTotals: () => query('select * from funil.visit_totals order by day, origin, kind, label'),
    async report() {
      await using database = await openDatabase(config, 'read');
      const { totals, purchases } = await readVisitTotals(database, { from: null, until: null });
      const sums = new Map<string, number>();
      for (const { day, source, kind, label, visits, amount } of totals) {
        for (const [name, value] of Object.entries({ visits, amount })) {
          const key = [day, source, kind, label, name].join('|');
          sums.set(key, (sums.get(key) ?? 0) + value);
        }
      }
      return {
        totals: [...sums].filter(([, value]) => value !== 0).toSorted(),
        purchases: purchases.map(({ transaction }) => transaction).toSorted(),
      };
    },
    async [Symbol.asyncDispose]() {
      await this.updater[Symbol.asyncDispose]();
      await store.close();
      folder[Symbol.dispose]();
    },
  };
}

test.each(STORES)('%s: builds the same visits step by step and from the start', async (kind) => {
  await using opened = await openVisits(kind);
  const rows = simulateEvents(250);
  // Sorted by id, the events of one visit are spread over many batches.
  const disordered = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (let start = 0; start < disordered.length; start += 300) {
    await opened.store(disordered.slice(start, start + 300));
    await opened.updater.update(70);
  }
  await catchUp(opened.updater, 150);
  const [visits, totals] = [await opened.readVisits(), await opened.readTotals()];
  expect(visits).toHaveLength(250);
  // Repeated events change nothing.
  await opened.store(rows.slice(0, 100));
  await catchUp(opened.updater);
  expect(await opened.readTotals()).toEqual(totals);

  const { stdout, stderr } = await callCommand('report', ['--rebuild'], opened.env);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^Visitas +250 +100,0%$/m);
  const parseDetail = ({ detail, ...row }: Record<string, unknown>) => ({
    ...row,
    detail: typeof detail === 'string' ? JSON.parse(detail) : detail,
  });
  expect((await opened.readVisits()).map(parseDetail)).toEqual(visits.map(parseDetail));
  expect(await opened.readTotals()).toEqual(totals);
});

test.each(STORES)('%s: says when the newest counted event was stored', async (kind) => {
  await using opened = await openVisits(kind);
  await using database = await openDatabase(opened.config, 'read');
  const readTotals = () => readVisitTotals(database, { from: null, until: null });
  const storeVisits = (count: number) =>
    opened.store(Array.from({ length: count }, () => makeEvent({ session_id: randomUUID() })));
  await storeVisits(2);
  const [{ until } = {}] = await queryTables(opened.env)(
    'select max(created_at) as until from jornada',
  );
  await storeVisits(3);
  expect(await readTotals()).toMatchObject({ totals: [], hours: [], countedUntil: null });
  await opened.updater.update(2);
  const { totals, countedUntil } = await readTotals();
  expect(totals.filter(({ kind }) => kind === 'visit')).toMatchObject([{ visits: 2 }]);
  expect(countedUntil).toBe(new Date(until as string).toISOString());
  await opened.updater.reset();
  expect(await readTotals()).toMatchObject({ countedUntil: null });
});

test.each(STORES)('%s: erases all visits of two concurrent erasures', async (kind) => {
  await using opened = await openVisits(kind);
  const events = Array.from({ length: 40 }, () => makeEvent({ session_id: randomUUID() }));
  await opened.store(events);
  await catchUp(opened.updater);
  const sessions = events.map(({ session_id }) => session_id.replaceAll('-', ''));
  await using other = await openVisitUpdater(opened.config);
  const long = opened.updater.erase(sessions.slice(1));
  await other.erase(sessions.slice(0, 1));
  await long;
  expect(await opened.readVisits()).toEqual([]);
});

test.each(STORES)('%s: subtracts erased visits from the totals', async (kind) => {
  await using opened = await openVisits(kind);
  await opened.store([makeEvent()]);
  await catchUp(opened.updater);
  const before = await opened.report();
  const session_id = randomUUID();
  await opened.store([
    makeEvent({ session_id, utm_source: 'google' }),
    makeEvent({ session_id, name: 'cta_click', payload: { button_name: 'x' } }),
  ]);
  await catchUp(opened.updater);
  expect(await opened.report()).not.toEqual(before);
  await opened.updater.erase([session_id.replaceAll('-', '')]);
  expect(await opened.report()).toEqual(before);
  expect(await opened.readVisits()).toHaveLength(1);
  await opened.updater.eraseSeenBefore(new Date(Date.now() + 60_000));
  expect(await opened.readVisits()).toEqual([]);
  expect(await opened.readTotals()).toEqual([]);
});

test.each([
  ['another event is committed meanwhile', 1],
  ['no other event is stored', 0],
])('PostgreSQL: waits for a numbered, uncommitted event when %s', async (_case, others) => {
  await using opened = await openVisits('PostgreSQL');
  await using client = await connectPostgres(opened.config.databaseUrl ?? '');
  await client.query('begin');
  await insertRows(client, 'jornada', [makeEvent({ session_id: randomUUID() })]);
  await opened.store(Array.from({ length: others }, () => makeEvent()));
  expect(await opened.updater.update(1_000)).toBe('busy');
  await client.query('commit');
  await catchUp(opened.updater);
  expect(await opened.readVisits()).toHaveLength(1 + others);
});

test('PostgreSQL: counts each event once when several processes update', async () => {
  await using opened = await openVisits('PostgreSQL');
  await opened.store(simulateEvents(60));
  await using second = await openVisitUpdater(opened.config);
  await using third = await openVisitUpdater(opened.config);
  await Promise.all([opened.updater, second, third].map((updater) => catchUp(updater, 40)));
  const totals = await opened.readTotals();
  expect(await opened.readVisits()).toHaveLength(60);
  await opened.updater.reset();
  await catchUp(opened.updater);
  expect(await opened.readTotals()).toEqual(totals);
});

test('PostgreSQL: updates visits while another process updates sales', async () => {
  await using opened = await openVisits('PostgreSQL');
  await opened.store([makeEvent()]);
  await using database = await openDatabase(opened.config, 'write');
  await database.transaction().execute(async (step) => {
    await waitForLock(step, 'sales');
    expect(await opened.updater.update(100)).toBe('done');
  });
  expect(await opened.readVisits()).toHaveLength(1);
});
