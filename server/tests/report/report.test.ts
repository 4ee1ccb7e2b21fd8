import type { EventRow } from '@funil/contract/visits/event';
import { expect, test } from 'vitest';
import { makeEvent, makeLead } from '../../../testkit/rows.ts';
import { insert, startApp } from '../../../testkit/start-app.ts';
import { startPostgres } from '../../../testkit/start-postgres.ts';
import { runFile } from '../../../testkit/start-process.ts';
import { groupStages, originKey, type ReportData } from '../../src/report/model.ts';
import { readReport } from '../../src/report/read-report.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { createPostgresStore } from '../../src/store/postgres/store.ts';
import { completeVisits } from '../../src/visits/open-updater.ts';
import { simulateEvents } from '../visits/simulate-visits.ts';

const REQUEST = {
  scope: { period: { from: null, until: null }, isDatedByLead: false },
  now: Date.now(),
  sections: [],
  adTax: [],
};

/** Returns the events of a month, with a purchase in each fifth visit that went to the checkout. */
function simulateMonth(visits: number): EventRow[] {
  const rows = simulateEvents(visits);
  const redirects = rows.filter(({ name }) => name === 'checkout_redirect');
  const purchases = redirects.flatMap((row, index) => {
    const payload = { transaction_id: `T${index}`, value: 1497, currency: 'BRL', items: [] };
    const occurred_at = new Date(Date.parse(row.occurred_at) + 60_000).toISOString();
    const purchase = { ...row, id: crypto.randomUUID(), name: 'purchase', lead_ref: null };
    return index % 5 === 0 ? [{ ...purchase, occurred_at, payload } as EventRow] : [];
  });
  return [...rows, ...purchases];
}

/** Sends rows in batches, as pages do; some batches arrive twice. */
async function send(address: string, rows: readonly EventRow[]): Promise<void> {
  const batches: EventRow[][] = [];
  for (let start = 0; start < rows.length; start += 100) {
    batches.push(rows.slice(start, start + 100));
  }
  batches.push(...batches.filter((_, index) => index % 50 === 0));
  const sendNext = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const response = await insert(address, 'jornada', batch);
      if (response.status !== 201) throw new Error(await response.text());
    }
  };
  await Promise.all(Array.from({ length: 8 }, sendNext));
}

const STAGES: readonly [stage: string, isReached: (row: EventRow) => boolean][] = [
  ['visits', () => true],
  ['cta_clicks', ({ name }) => name === 'cta_click'],
  ['form_starts', ({ name, payload }) => name === 'form_start' && payload.form === 'lead'],
  ['leads', ({ name }) => name === 'generate_lead'],
  ['checkouts', ({ name }) => name === 'checkout_redirect'],
  ['purchases', ({ name }) => name === 'purchase'],
  ['applications', ({ name, payload }) => name === 'form_complete' && payload.form === 'aplicacao'],
];

const brasiliaDay = (time: string) =>
  new Date(Date.parse(time) - 3 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Counts a month's events visit by visit. */
function countEvents(rows: readonly EventRow[]) {
  const counts = { stages: {}, days: {}, hours: {}, sections: {}, sectionMs: {}, abandonment: {} };
  const worst: { key: string; value: number }[] = [];
  const add = (table: Counts, key: string, n = 1) => {
    table[key] = (table[key] ?? 0) + n;
  };
  for (const visit of Map.groupBy(rows, ({ session_id }) => session_id).values()) {
    const events = visit.toSorted((a, b) => (a.occurred_at < b.occurred_at ? -1 : 1));
    const [first] = events;
    const origin = [first?.utm_source, first?.utm_medium, first?.utm_campaign].join('|');
    for (const [stage, isReached] of STAGES) {
      if (events.some(isReached)) add(counts.stages, `${origin}|${stage}`);
    }
    add(counts.days, brasiliaDay(first?.occurred_at ?? ''));
    const hour = (new Date(first?.occurred_at ?? '').getUTCHours() + 21) % 24;
    add(counts.hours, `${hour}|visits`);
    if (events.some(({ name }) => name === 'generate_lead')) add(counts.hours, `${hour}|leads`);
    const views = events.filter(({ name }) => name === 'section_view');
    for (const section of new Set(views.map(({ secao }) => secao ?? ''))) {
      add(counts.sections, section);
    }
    for (const { secao, payload } of views) {
      add(counts.sectionMs, secao ?? '', Number(payload.time_in_view_ms));
    }
    const abandon = events.findLast(({ name }) => name === 'form_abandon');
    if (abandon) {
      const { form, step = null, field } = abandon.payload;
      add(counts.abandonment, [form, step, field].join('|'));
    }
    for (const metric of ['LCP', 'INP', 'CLS']) {
      const values = events
        .filter(({ name, payload }) => name === 'web_vital' && payload.metric === metric)
        .map(({ payload }) => Number(payload.value));
      if (values.length > 0) worst.push({ key: `${origin}|${metric}`, value: Math.max(...values) });
    }
  }
  return { counts, vitals: Map.groupBy(worst, ({ key }) => key) };
}

type Counts = Record<string, number>;

/** Returns the keys of counted rows without zeros, and their counts. */
const toCounts = (rows: readonly (readonly [key: string, count: number])[]): Counts =>
  Object.fromEntries(rows.filter(([, count]) => count > 0));

const nameOf = ({ source, medium, campaign }: Record<'source' | 'medium' | 'campaign', string>) =>
  [source, medium, campaign].join('|');

function expectCounts(report: ReportData, rows: readonly EventRow[]): void {
  const expected = countEvents(rows);
  const stages = groupStages(report.stages, originKey).flatMap(({ first, sum }) =>
    Object.entries(sum).map(([stage, visits]) => [`${nameOf(first)}|${stage}`, visits] as const),
  );
  const days = groupStages(report.stages, ({ day }) => day);
  const hours = report.visit_hours.flatMap(({ hour, visits, with_lead }) => [
    [`${hour}|visits`, visits] as const,
    [`${hour}|leads`, with_lead] as const,
  ]);
  expect({
    stages: toCounts(stages),
    days: toCounts(days.map(({ first, sum }) => [first.day, sum.visits])),
    hours: toCounts(hours),
    sections: toCounts(report.sections.map(({ section, visits }) => [section, visits])),
    sectionMs: toCounts(
      report.sections.map(({ section, visits, seconds }) => [
        section,
        Math.round(visits * seconds * 1000),
      ]),
    ),
    abandonment: toCounts(
      report.abandonment.map(({ form, step, field, visits }) => [
        [form, step, field].join('|'),
        visits,
      ]),
    ),
  }).toEqual(expected.counts);
  const measured = toCounts(report.vitals.map((row) => [`${nameOf(row)}|${row.metric}`, row.p75]));
  expect(Object.keys(measured).toSorted()).toEqual([...expected.vitals.keys()].toSorted());
  for (const [key, values] of expected.vitals) {
    const sorted = values.map(({ value }) => value).sort((a, b) => a - b);
    const p75 = sorted[Math.ceil(sorted.length * 0.75) - 1] ?? Number.NaN;
    // Stored in steps of 5 %, and of 0.005 for CLS.
    expect(Math.abs(Number(measured[key]) - p75)).toBeLessThanOrEqual(p75 * 0.026 + 0.0026);
  }
  const purchases = rows.filter(({ name }) => name === 'purchase');
  expect(report.revenue.reduce((sum, { value }) => sum + value, 0)).toBe(purchases.length * 1497);
}

const leadKeys = (rows: readonly EventRow[]) =>
  rows.flatMap(({ name, lead_ref }) => (name === 'generate_lead' ? (lead_ref ?? []) : []));

test.each([
  ['SQLite', 1_000],
  ['PostgreSQL', 500],
])('%s: reports %i visits as their events count', async (kind, visits) => {
  await using postgres = kind === 'SQLite' ? null : await startPostgres();
  const databaseUrl = postgres && (await postgres.createDatabase());
  const store = databaseUrl === null ? {} : { store: createPostgresStore(databaseUrl, () => {}) };
  await using app = await startApp({ env: { RATE_LIMIT: '0' }, ...store });
  const rows = simulateMonth(visits);
  await send(app.address, rows);
  for (const key of leadKeys(rows).slice(0, 5)) {
    await insert(app.address, 'leads', makeLead(), { 'idempotency-key': key });
  }
  await insert(app.address, 'leads', makeLead());
  await completeVisits({ dataDir: app.dataDir, databaseUrl });
  await using database = await openDatabase({ dataDir: app.dataDir, databaseUrl }, 'read');
  const report = await readReport(database, REQUEST);
  expectCounts(report, rows);
  expect(report.leads).toEqual({ stored: 6, withVisit: 5 });
});

test('reports an abandoned form by its last step and field, unless it was sent later', async () => {
  await using app = await startApp();
  const visit = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
  const at = (session_id: string, name: string, payload: object) =>
    makeEvent({ session_id, name, payload: { form: 'aplicacao', ...payload }, secao: null });
  await insert(app.address, 'jornada', [
    at(visit(1), 'form_start', { step: 1, field: 'nome' }),
    at(visit(1), 'form_abandon', { step: 1, field: 'whatsapp' }),
    {
      ...at(visit(1), 'form_abandon', { step: 2, field: 'faturamento' }),
      occurred_at: '2026-03-01T12:00:20.000Z',
    },
    at(visit(2), 'form_start', { step: 1, field: 'nome' }),
    at(visit(2), 'form_abandon', { step: 1, field: 'email' }),
    at(visit(2), 'form_complete', { step: 4 }),
  ]);
  await completeVisits({ dataDir: app.dataDir, databaseUrl: null });
  await using database = await openDatabase({ dataDir: app.dataDir, databaseUrl: null }, 'read');
  const report = await readReport(database, REQUEST);
  expect(report.forms).toEqual([{ form: 'aplicacao', started: 2, completed: 1 }]);
  expect(report.abandonment).toEqual([
    { form: 'aplicacao', step: 2, field: 'faturamento', visits: 1 },
  ]);
  expect(report.stages).toMatchObject([{ visits: 2, form_starts: 0, applications: 1 }]);
});

test('prints tables of the days asked for', async () => {
  await using app = await startApp();
  await insert(app.address, 'jornada', [
    makeEvent({ name: 'session_start', payload: {} }),
    makeEvent({
      name: 'session_start',
      payload: {},
      session_id: crypto.randomUUID(),
      occurred_at: '2026-03-02T02:59:59.000Z',
    }),
    makeEvent({
      name: 'session_start',
      payload: {},
      session_id: crypto.randomUUID(),
      occurred_at: '2026-03-02T03:00:00.000Z',
    }),
  ]);
  const env = { DATA_DIR: app.dataDir };
  const run = (...args: string[]) => runFile('commands/report.ts', args, env);

  const table = await run('--desde', '2026-03-01', '--ate', '2026-03-01');
  expect(table).toMatchObject({ code: 0, stderr: '' });
  expect(table.stdout).toContain('Visitas de 01/03/2026 até 01/03/2026');
  expect(table.stdout).toMatch(/^Visitas +2 +100,0%$/m);
  expect((await run('--desde', '2026-03-03')).stdout).toContain('nenhuma ainda');

  expect(await run('--desde', 'ontem')).toMatchObject({
    code: 1,
    stderr: '--desde espera uma data como 2026-03-01, e recebeu “ontem”.\n',
  });
  const json = JSON.parse((await run('--desde', '2026-03-01', '--json', '-')).stdout);
  expect(json).toMatchObject({ from: '2026-03-01', until: null, funnel: { visits: 3, leads: 0 } });
});
