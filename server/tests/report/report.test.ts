import { randomUUID } from 'node:crypto';
import type { EventRow } from '@funil/contract/visits/event';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { makeEvent, makeLead } from '../../../testkit/rows.ts';
import { postRows, startApp } from '../../../testkit/start-app.ts';
import { readReport } from '../../src/report/read-report.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { createPostgresStore } from '../../src/store/postgres/store.ts';
import { catchUpVisits } from '../../src/visits/open-updater.ts';
import { STORES, usePostgres } from '../store/open-test-store.ts';

const postgres = await usePostgres();
const LEAD_KEY = '0199aaaa-0000-4000-8000-000000000001';

const REQUEST = {
  scope: { period: { from: null, until: null }, isReportByLead: false },
  now: Date.now(),
  sections: [],
  adTax: [],
};

/** Returns the events of a buyer and a reader from one origin, and of an applicant from another. */
function makeVisits(): EventRow[] {
  const createEventMaker = (hour: number, utm_source: string) => {
    const session_id = randomUUID();
    return (name: string, second: number, payload: object = {}, changes: object = {}) =>
      makeEvent({
        ...{ session_id, name, utm_source, payload, secao: null },
        occurred_at: `2026-03-01T${hour}:00:${String(second).padStart(2, '0')}.000Z`,
        ...changes,
      });
  };
  const [buyer, reader, applicant] = [
    createEventMaker(12, 'ig'),
    createEventMaker(12, 'ig'),
    createEventMaker(15, 'google'),
  ];
  const click = { button_name: 'x', opens: 'lead' };
  const section = (time_in_view_ms: number) => ({ time_in_view_ms });
  const vital = (value: number) => ({ metric: 'LCP', value, rating: 'good' });
  const purchase = { transaction_id: 'T1', value: 1497, currency: 'BRL', items: [] };
  return [
    buyer('cta_click', 0, click),
    buyer('cta_click', 1, click),
    buyer('form_start', 2, { form: 'lead' }),
    buyer('generate_lead', 3, { currency: 'BRL', value: 0 }, { lead_ref: LEAD_KEY }),
    buyer('checkout_redirect', 4, {}, { lead_ref: LEAD_KEY }),
    buyer('purchase', 5, purchase),
    buyer('section_view', 6, section(4_000), { secao: 'hero' }),
    buyer('section_view', 7, section(1_000), { secao: 'hero' }),
    buyer('web_vital', 8, vital(1_000)),
    buyer('web_vital', 9, vital(4_000)),
    reader('section_view', 0, section(1_000), { secao: 'hero' }),
    reader('web_vital', 1, vital(1_000)),
    reader('purchase', 2, purchase),
    applicant('form_start', 0, { form: 'aplicacao', step: 1, field: 'nome' }),
    applicant('form_complete', 1, { form: 'aplicacao', step: 4 }),
  ];
}

test.each(STORES)('%s: counts each visit once, at its origin and its hour', async (kind) => {
  const databaseUrl = kind === 'SQLite' ? null : await postgres.createDatabase();
  const store = databaseUrl === null ? {} : { store: createPostgresStore(databaseUrl, () => {}) };
  await using app = await startApp({ env: { RATE_LIMIT: '0' }, ...store });
  const rows = makeVisits();
  // A batch may arrive twice.
  for (const batch of [rows, rows]) {
    expect((await postRows(app.address, 'jornada', batch)).status).toBe(201);
  }
  await postRows(app.address, 'leads', makeLead(), { 'idempotency-key': LEAD_KEY });
  await postRows(app.address, 'leads', makeLead());
  await catchUpVisits({ dataDir: app.dataDir, databaseUrl });
  await using database = await openDatabase({ dataDir: app.dataDir, databaseUrl }, 'read');
  const report = await readReport(database, REQUEST);
  const dayAndStagesOf = (source: string) => {
    const {
      source: _,
      medium,
      campaign,
      day,
      ...counts
    } = report.stages.find((row) => row.source === source) ?? {};
    return [day, ...Object.values(counts)];
  };
  // Visits, clicks, forms, leads, applications, checkouts and purchases.
  expect(dayAndStagesOf('ig')).toEqual(['2026-03-01', 2, 1, 1, 1, 0, 1, 2]);
  expect(dayAndStagesOf('google')).toEqual(['2026-03-01', 1, 0, 0, 0, 1, 0, 0]);
  expect(report.visit_hours.filter(({ visits }) => visits > 0)).toMatchObject([
    { hour: 9, visits: 2, with_lead: 1 },
    { hour: 12, visits: 1, with_lead: 0 },
  ]);
  expect(report.sections).toEqual([{ section: 'hero', visits: 2, seconds: 3 }]);
  expect(report.revenue).toMatchObject([{ source: 'ig', transactions: 1, value: 1497 }]);
  // The visits' worst values are 1 s and 4 s. The percentile is near 4 s, because values are stored in steps of 5 %.
  expect(report.vitals).toMatchObject([{ source: 'ig', metric: 'LCP', samples: 2 }]);
  expect(report.vitals[0]?.p75).toBeGreaterThan(3_800);
  expect(report.leads).toEqual({ stored: 2, withVisit: 1 });
});

test('reports an abandoned form by its last step and field, unless it was sent later', async () => {
  await using app = await startApp();
  const visit = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
  const formEvent = (session_id: string, name: string, payload: object) =>
    makeEvent({ session_id, name, payload: { form: 'aplicacao', ...payload }, secao: null });
  await postRows(app.address, 'jornada', [
    formEvent(visit(1), 'form_start', { step: 1, field: 'nome' }),
    formEvent(visit(1), 'form_abandon', { step: 1, field: 'whatsapp' }),
    {
      ...formEvent(visit(1), 'form_abandon', { step: 2, field: 'faturamento' }),
      occurred_at: '2026-03-01T12:00:20.000Z',
    },
    formEvent(visit(2), 'form_start', { step: 1, field: 'nome' }),
    formEvent(visit(2), 'form_abandon', { step: 1, field: 'email' }),
    formEvent(visit(2), 'form_complete', { step: 4 }),
  ]);
  await catchUpVisits({ dataDir: app.dataDir, databaseUrl: null });
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
  await postRows(app.address, 'jornada', [
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
  const run = (...args: string[]) => callCommand('report', args, env);

  const table = await run('--desde', '2026-03-01', '--ate', '2026-03-01');
  expect(table).toMatchObject({ code: 0, stderr: '' });
  expect(table.stdout).toContain('Visitas de 01/03/2026 até 01/03/2026');
  expect(table.stdout).toMatch(/^Visitas +2 +100,0%$/m);
  expect((await run('--desde', '2026-03-03')).stdout).toContain('nenhuma ainda');

  const json = JSON.parse((await run('--desde', '2026-03-01', '--json', '-')).stdout);
  expect(json).toMatchObject({ from: '2026-03-01', until: null, funnel: { visits: 3, leads: 0 } });
});
