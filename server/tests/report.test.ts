import { expect, test } from 'vitest';
import { makeEvent, makeLead } from '../../testkit/rows.ts';
import { insert, startApp } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { readConfig } from '../src/config/config.ts';
import { groupStages, originKey, type ReportData } from '../src/report/model.ts';
import { readReport } from '../src/report/read-report.ts';
import { openDatabase } from '../src/store/open-database.ts';
import { createPostgresStore } from '../src/store/postgres/store.ts';
import { completeVisits } from '../src/visits/open-updater.ts';
import { type Row, Simulation } from './simulate-visits.ts';

const FIRST_DAY = Date.parse('2026-03-01T00:00:00-03:00');
const ALL = { from: null, until: null };

/** Sends rows as visits' pages do, by a hundred, several at a time; some batches arrive twice. */
async function feed(address: string, rows: readonly Row[]): Promise<void> {
  const batches: Row[][] = [];
  for (let start = 0; start < rows.length; start += 100) {
    batches.push(rows.slice(start, start + 100));
  }
  batches.push(...batches.filter((_, index) => index % 50 === 0));
  const send = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const answer = await insert(address, 'jornada', batch);
      if (answer.status !== 201) throw new Error(await answer.text());
    }
  };
  await Promise.all(Array.from({ length: 8 }, send));
}

async function openReading(env: Record<string, string>) {
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.message);
  return openDatabase(read.config.store, 'read');
}

const byKey = <Item>(items: Item[], keyOf: (item: Item) => string, read: (item: Item) => unknown) =>
  Object.fromEntries(items.map((item) => [keyOf(item), read(item)]));

function expectTruth(report: ReportData, truth: Simulation): void {
  const stages = groupStages(report.stages, originKey).flatMap(({ first, sum }) =>
    Object.entries(sum)
      .filter(([, visits]) => visits > 0)
      .map(([stage, visits]) => [
        [first.source, first.medium, first.campaign, stage].join('|'),
        visits,
      ]),
  );
  expect(Object.fromEntries(stages)).toEqual(truth.stages.counts);
  const days = groupStages(report.stages, ({ day }) => day);
  expect(
    byKey(
      days,
      ({ first }) => first.day,
      ({ sum }) => sum.visits,
    ),
  ).toEqual(truth.days.counts);
  const section = (row: { section: string }) => row.section;
  expect(byKey(report.sections, section, ({ visits }) => visits)).toEqual(
    truth.sectionVisits.counts,
  );
  const sectionMs = ({ visits, seconds }: { visits: number; seconds: number }) =>
    Math.round(visits * seconds * 1000);
  expect(byKey(report.sections, section, sectionMs)).toEqual(truth.sectionMs.counts);
  expect(
    byKey(
      report.abandonment,
      ({ field }) => field,
      ({ visits }) => visits,
    ),
  ).toEqual(truth.abandonedAt.counts);
  const p75 = Object.entries(truth.vitals).map(([key, values]): [string, number] => [
    key,
    values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.75) - 1] ?? Number.NaN,
  ]);
  const measured = byKey(
    report.vitals,
    ({ source, medium, campaign, metric }) => [source, medium, campaign, metric].join('|'),
    (row) => row.p75,
  );
  expect(Object.keys(measured).toSorted()).toEqual(p75.map(([key]) => key).toSorted());
  // Kept in steps: of 5 %, and CLS of 0.005.
  for (const [key, value] of p75) {
    expect(Math.abs(Number(measured[key]) - value)).toBeLessThanOrEqual(value * 0.026 + 0.0026);
  }
  expect(report.revenue.reduce((sum, { value }) => sum + value, 0)).toBe(truth.revenue);
}

test('the report of 4,000 visits sent to the server says what happened, in under 0.4 seconds', {
  timeout: 120_000,
}, async () => {
  await using app = await startApp({ env: { RATE_LIMIT: '0' } });
  const truth = new Simulation(4_000, FIRST_DAY);
  await feed(app.address, truth.rows);
  for (const key of truth.leads.slice(0, 5)) {
    await insert(app.address, 'leads', makeLead(), { 'idempotency-key': key });
  }
  await insert(app.address, 'leads', makeLead());
  await completeVisits({ dataDir: app.dataDir, databaseUrl: null });
  await using database = await openReading({ DATA_DIR: app.dataDir });
  // Time of the processor: what else the machine is doing does not count.
  const before = process.cpuUsage();
  const report = await readReport({ database, period: ALL });
  const { user, system } = process.cpuUsage(before);
  expectTruth(report, truth);
  expect(report.leads).toEqual({ stored: 6, withVisit: 5 });
  expect((user + system) / 1e6).toBeLessThan(0.4);
});

test('on PostgreSQL the report says the same', { timeout: 120_000 }, async () => {
  await using postgres = await startPostgres();
  const address = await postgres.createDatabase();
  const store = createPostgresStore(address, () => {});
  await using app = await startApp({ env: { RATE_LIMIT: '0' }, store });
  const truth = new Simulation(500, FIRST_DAY);
  await feed(app.address, truth.rows);
  await insert(app.address, 'leads', makeLead(), { 'idempotency-key': truth.leads[0] ?? '' });
  await using database = await openReading({ DATABASE_URL: address });
  const report = await readReport({ database, period: ALL });
  expectTruth(report, truth);
  expect(report.leads).toEqual({ stored: 1, withVisit: 1 });
});

test('a form given up is told by its step and last field, unless it was sent later', async () => {
  await using app = await startApp();
  const visit = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
  const at = (session_id: string, name: string, payload: object) =>
    makeEvent({ session_id, name, payload: { form: 'aplicacao', ...payload }, secao: null });
  await insert(app.address, 'jornada', [
    at(visit(1), 'form_start', { step: 1, field: 'nome' }),
    at(visit(1), 'form_abandon', { step: 2, field: 'faturamento' }),
    at(visit(2), 'form_start', { step: 1, field: 'nome' }),
    at(visit(2), 'form_abandon', { step: 1, field: 'email' }),
    at(visit(2), 'form_complete', { step: 4 }),
  ]);
  await using database = await openReading({ DATA_DIR: app.dataDir });
  const report = await readReport({ database, period: ALL });
  expect(report.forms).toEqual([{ form: 'aplicacao', started: 2, completed: 1 }]);
  expect(report.abandonment).toEqual([
    { form: 'aplicacao', step: 2, field: 'faturamento', visits: 1 },
  ]);
  expect(report.stages).toMatchObject([{ visits: 2, form_starts: 0, applications: 1 }]);
});
