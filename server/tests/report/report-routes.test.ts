import { randomUUID } from 'node:crypto';
import { addDays, dayOf } from '@funil/contract/brasilia';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { makeEvent } from '../../../testkit/rows.ts';
import { makeFolder, makeSiteInfo, writeSite } from '../../../testkit/start-app.ts';
import { ask } from '../console/start-console.ts';
import { type ConsoleData, startConsoleData } from '../console/start-console-data.ts';
import { notice, storeNotice } from '../sales/start-sales.ts';

const CAMPAIGNS = ['lancamento', 'remarketing', ''];

/** Stores the events of a visit, which leaves a lead if it has a key. */
async function addVisit(
  { database }: ConsoleData,
  day: string,
  utm_campaign: string,
  key: string | null,
) {
  const session_id = randomUUID();
  const event = (name: string, minute: string, overrides: Record<string, unknown>) =>
    makeEvent({
      session_id,
      name,
      utm_source: 'meta',
      utm_medium: 'paid',
      utm_campaign,
      ...{ test: 'Título', version: 'a' },
      occurred_at: `${day}T15:${minute}:00.000Z`,
      payload: {},
      ...overrides,
    });
  const events = [
    event('session_start', '00', {}),
    event('section_view', '01', { payload: { time_in_view_ms: 4200 } }),
    ...(key === null
      ? []
      : [
          event('form_start', '02', { payload: { form: 'lead' } }),
          event('generate_lead', '03', {
            payload: { currency: 'BRL', value: 0 },
            secao: null,
            lead_ref: key,
          }),
        ]),
  ];
  for (const { payload, ...row } of events) {
    const values = { ...row, payload: JSON.stringify(payload) };
    await database.insertInto('jornada').values(values).execute();
  }
}

/** Stores visits and leads of a day, with pending, paid and refunded sales. */
async function addDay(console: ConsoleData, day: string, people: number): Promise<void> {
  for (let index = 0; index < people; index += 1) {
    const campaign = CAMPAIGNS[index % 3] ?? '';
    const lead = await console.addLead({
      utm_source: 'meta',
      utm_medium: 'paid',
      utm_campaign: campaign,
      created_at: `${day}T15:03:00.000Z`,
    });
    await addVisit(console, day, campaign, lead.key);
    await addVisit(console, day, campaign, null);
    const at = Date.parse(`${day}T18:00:00.000Z`);
    const transaction = `HP${day.replaceAll('-', '')}${index}`;
    const ref = lead.key;
    const event = index % 2 === 1 ? 'PURCHASE_BILLET_PRINTED' : 'PURCHASE_APPROVED';
    await storeNotice(console, notice({ transaction, at, ref, event }));
    if (index !== 2) continue;
    const refund = { event: 'PURCHASE_REFUNDED', noticed: at + 60_000 };
    await storeNotice(console, notice({ transaction, at, ref, ...refund }));
  }
}

async function runReport(env: Record<string, string>, from: string, until: string) {
  const args = ['--desde', from, '--ate', until, '--json', '-'];
  const { code, stdout, stderr } = await callCommand('report', args, env);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

/** Removes the fields that the command does not have. */
function withoutCharts(period: Record<string, unknown>) {
  const { steps: _, series: __, tables: ___, page_tables: ____, ...numbers } = period;
  return numbers;
}

test('answers with the same numbers as the report command', async () => {
  using folder = makeFolder();
  writeSite(folder.path, { 'site.json': makeSiteInfo() });
  await using console = await startConsoleData('SQLite', { SITE_DIR: folder.path });
  await addDay(console, '2026-03-09', 2);
  await addDay(console, '2026-03-10', 3);
  const command = await runReport(console.env, '2026-03-10', '2026-03-10');
  const before = await runReport(console.env, '2026-03-09', '2026-03-09');
  const response = await console.get('report?from=2026-03-10&until=2026-03-10&compare=1');
  expect(withoutCharts(response.period)).toEqual(command);
  expect(withoutCharts(response.before)).toEqual({ ...before, test: null, past_tests: [] });
  const days = (period: { series: { day: string }[] }) => period.series.map(({ day }) => day);
  expect([days(response.period), days(response.before)]).toEqual([['2026-03-10'], ['2026-03-09']]);
  const file = await ask(`${console.address}/console/v1/report.csv?from=2026-03-10`, {
    token: console.operator.token,
  });
  expect((await file.text()).split('\r\n')[0]).toMatch(/utm_content.*lucro_centavos.*conclusao/);
  const byLead = await console.get('report?from=2026-03-10&until=2026-03-10&by_lead=1');
  expect(byLead.period).toMatchObject({ by_lead: true, funnel: { leads: 3 } });
  expect((await console.call('GET', 'report?from=2026-02-31')).status).toBe(422);
  expect(command.funnel).toMatchObject({ visits: 6, leads: 3, paid: 2, pending: 1, refunded: 1 });
  expect(command.money).toMatchObject({ paid_cents: 299_420, refunded_cents: 149_710 });
  expect(before.funnel).toMatchObject({ visits: 4, leads: 2, paid: 1, pending: 1, refunded: 0 });
  expect(command.origins).toHaveLength(3);
  // The page's keys are shown as words.
  const tables: { title: string; rows: string[][] }[] = response.period.page_tables;
  expect(tables.map(({ title, rows }) => [title, rows[0]?.[0]])).toEqual([
    ['Teste: Título', 'Visitantes'],
    ['Seções', 'Primeira tela'],
    ['Formulários', 'Nome e telefone'],
  ]);
  const { tables: moneyTables } = response.period;
  expect(moneyTables.map(({ title }: { title: string }) => title)).toEqual([
    ...['Quanto um comprador traz', 'Aprovação por forma de pagamento', 'Por plataforma'],
    ...['Por produto', 'Do lead ao pagamento', 'Do lead ao primeiro contato'],
    'Vendas por hora e dia da semana',
  ]);
  expect(moneyTables[2]).toMatchObject({
    columns: ['Plataforma', 'Vendas', 'Devoluções', 'Vendido'],
    rows: [['Hotmart', '2', '1', 'R$\u00a02.994,20']],
    parts: [[1]],
  });
  expect(moneyTables[5].rows).toEqual([['precisa de 30 leads nestes dias', '3', '–']]);
  // Tuesday, 15h.
  expect(moneyTables[6].rows[15]).toEqual(['15h', '–', '–', '2', '–', '–', '–', '–']);
  expect(moneyTables[6].parts[15]).toEqual([0, 0, 1, 0, 0, 0, 0]);
  // Leads are counted as in the funnel, also those without a visit.
  expect(response.period.series).toMatchObject([{ visits: 6, leads: 3 }]);
});

test('states the time up to which visits are counted, in JSON and CSV', async () => {
  await using console = await startConsoleData();
  await sql`update visit_progress set counted_until = unixepoch('2026-03-10T15:00:50Z') * 1000`.execute(
    console.database,
  );
  const { period } = await console.get('report?from=2026-03-10&until=2026-03-10');
  expect(period.events_counted_until).toBe('2026-03-10T15:00:50.000Z');
  const { token } = console.operator;
  const file = await ask(`${console.address}/console/v1/report.csv`, { token });
  expect(await file.text()).toMatch(/;visitas_contadas_ate\r\n.*;"10\/03\/2026 12:00:50"\r\n/);
});

test('estimates from the page’s traffic, without robots, how long a test takes', async () => {
  await using console = await startConsoleData();
  const today = dayOf(console.now());
  await addDay(console, addDays(today, -31), 3);
  await addDay(console, addDays(today, -5), 3);
  await addDay(console, today, 3);
  await console.addLead({
    created_at: `${addDays(today, -5)}T15:04:00.000Z`,
    telefone: '(21) 91234-5678',
    suspect: 'honeypot',
  });
  // The report command counts all stored visits.
  await runReport(console.env, today, today);
  const { traffic, needed, is_advised } = await console.get('report/test-estimate');
  expect(traffic).toEqual({ days: 5, visitors: 6, leads: 3, buyers: 1 });
  expect(needed.map(({ difference }: { difference: number }) => difference)).toEqual([0.2, 0.5]);
  // Six visits in five days.
  expect(needed[1].leads).toEqual({ visitors: 468, days: 390 });
  expect(is_advised).toBe(false);
  const { token } = await console.signIn('bia@escola.test', 'traffic');
  expect((await console.call('GET', 'report/test-estimate', undefined, token)).status).toBe(403);
});
