import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { makeApplication, makeEvent, makeLead } from '../../../testkit/rows.ts';
import { openCommandDatabase, toInsert } from '../commands/open-command-database.ts';
import { STORES } from '../store/open-test-store.ts';
import { makeSaleRow, matchLead } from './make-sale-row.ts';
import { readReportJson } from './read-report-json.ts';

const LEAD = '019ca7f0-0000-7000-8000-00000000000';
const APPLICATION = '019ca7f0-0000-7000-8000-0000000000aa';

const toLead = (digit: number, utm_content: string) =>
  toInsert('leads', {
    ...makeLead({ utm_content, botoes_clicados: '[]' }),
    idempotency_key: `${LEAD}${digit}`,
    created_at: `2026-03-0${digit}T12:00:00.000Z`,
  });

const ofLead = (digit: number, lead_id: number) => matchLead(`${LEAD}${digit}`, lead_id);

/** The sales of March and of the days around it. */
const SALES = [
  // Paid in the last second of March in Brasília.
  makeSaleRow('A', { ...ofLead(1, 1), paid_at: '2026-04-01T02:59:59.000Z', net_cents: 130_000 }),
  // Paid in the first second of April in Brasília.
  makeSaleRow('B', { ...ofLead(1, 1), paid_at: '2026-04-01T03:00:00.000Z' }),
  // Paid in February, charged back in March.
  makeSaleRow('C', {
    ...ofLead(2, 2),
    state: 'chargeback',
    value_cents: 29_701,
    paid_at: '2026-02-20T12:00:00.000Z',
    chargeback_at: '2026-03-05T12:00:00.000Z',
  }),
  // Paid and refunded in March.
  makeSaleRow('D', {
    platform: 'tmb',
    state: 'refunded',
    value_cents: 499_799,
    matched_by: 'email',
    lead_source: 'application',
    lead_ref: APPLICATION,
    paid_at: '2026-03-03T12:00:00.000Z',
    refunded_at: '2026-03-20T12:00:00.000Z',
  }),
  // A pending boleto, and a canceled one.
  makeSaleRow('E', {
    ...ofLead(2, 2),
    state: 'pending',
    pending_at: '2026-03-30T12:00:00.000Z',
    paid_at: null,
    value_cents: 3,
  }),
  makeSaleRow('F', {
    ...ofLead(2, 2),
    state: 'canceled',
    paid_at: null,
    pending_at: '2026-03-10T12:00:00.000Z',
    canceled_at: '2026-03-13T12:00:00.000Z',
  }),
  // A sale without a lead, and one whose lead had no key and was erased before its number was used again.
  makeSaleRow('G', { paid_at: '2026-03-11T12:00:00.000Z', value_cents: 7 }),
  makeSaleRow('H', {
    ...ofLead(1, 1),
    lead_ref: null,
    paid_at: '2026-03-11T12:00:00.000Z',
    value_cents: 11,
  }),
  // A sale in dollars, and a test from the platform's panel.
  makeSaleRow('I', {
    ...ofLead(1, 1),
    paid_at: '2026-03-12T12:00:00.000Z',
    value_cents: null,
    currency: 'USD',
  }),
  makeSaleRow('J', { ...ofLead(1, 1), paid_at: '2026-03-12T12:00:00.000Z', is_test: true }),
];

/** Opens a database with the month's sales, their leads, and one notice. */
async function openMonth(kind: string) {
  const database = await openCommandDatabase(kind);
  const isPostgres = kind === 'PostgreSQL';
  const schema = isPostgres ? 'funil.' : '';
  const [body, digest] = isPostgres ? [`'\\x7b7d'`, `sha256('a')`] : [`x'7b7d'`, 'zeroblob(32)'];
  const application = makeApplication({
    id: APPLICATION,
    utm_medium: 'social',
    utm_campaign: 'lancamento',
    created_at: '2026-03-02T12:00:00.000Z',
  });
  await database.execute([
    ...[toLead(1, 'reels'), toLead(2, 'story'), toLead(3, 'story')],
    toInsert('applications', { save_id: APPLICATION, ...application }),
    `insert into ${schema}notices (platform, digest, headers, body, proof)
     values ('hotmart', ${digest}, '{}', ${body}, 'hottok')`,
    ...SALES.map((sale) => toInsert(`${schema}sales`, sale)),
  ]);
  return database;
}

const MARCH = { first: '2026-03-01', last: '2026-03-31' };

test.each(STORES)(
  '%s: joins each sale to the origin of its lead or application, unless it was erased',
  async (kind) => {
    await using database = await openMonth(kind);
    const report = await readReportJson(database.env, MARCH);
    expect(report).toMatchObject({ from: '2026-03-01', until: '2026-03-31' });
    expect(report.funnel).toMatchObject({ leads: 3, applications: 1, paid: 5, refunded: 2 });
    const numbers = report.origins.map((row: Record<string, unknown>) => [
      ...[row.source, row.content, row.leads, row.sales, row.buyers],
      ...[row.paid_cents, row.refunded_cents, row.profit_cents],
    ]);
    expect(numbers).toEqual([
      ['instagram', 'reels', 1, 2, 1, 149_710, 0, 130_000],
      // Of the application.
      ['google', '', 0, 1, 1, 499_799, 499_799, 0],
      // A chargeback of February's sale.
      ['instagram', 'story', 2, 0, 0, 0, 29_701, -29_701],
    ]);
    expect(report.sales_without_origin).toBe(2);
    expect(report.money_without_origin).toMatchObject({ paid_cents: 18, net_unknown_cents: 18 });
  },
);

test('counts links that no network filled in as one campaign, and a campaign once however it is written', async () => {
  await using database = await openCommandDatabase();
  const campaigns = ['{{campaign.name}}', '__CAMPAIGN_NAME__', 'Lançamento', 'Lanc\u0327amento'];
  const leads = campaigns.map((utm_campaign, index) => ({
    ...makeLead({ utm_campaign, botoes_clicados: '[]' }),
    idempotency_key: `${LEAD}${index}`,
    created_at: '2026-03-02T12:00:00.000Z',
  }));
  const visits = campaigns.map((utm_campaign) => ({
    ...makeEvent({ utm_campaign, utm_source: 'instagram', utm_medium: 'social' }),
    occurred_at: '2026-03-02T12:00:00.000Z',
    session_id: crypto.randomUUID(),
  }));
  await database.execute([
    ...leads.map((lead) => toInsert('leads', lead)),
    ...visits.map((visit) => toInsert('jornada', visit)),
    toInsert('sales', makeSaleRow('A', { ...ofLead(0, 1), paid_at: '2026-03-03T12:00:00.000Z' })),
  ]);
  const { origins } = await readReportJson(database.env, MARCH);
  const rows = origins.map((row: Record<string, unknown>) => [
    ...[row.campaign, row.visits, row.leads, row.sales],
  ]);
  expect(rows).toEqual([
    ['não preenchido pela rede', 2, 2, 1],
    ['Lançamento', 2, 2, 0],
  ]);
});

test('shows the same money in tables, page and spreadsheet', async () => {
  await using database = await openMonth('SQLite');
  const run = async (...args: string[]) => {
    const allArgs = ['--desde', MARCH.first, '--ate', MARCH.last, ...args];
    const { code, stdout, stderr } = await callCommand('report', allArgs, database.env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout.replaceAll('\u{a0}', ' ');
  };
  const text = await run();
  expect(text).toMatch(/^Comprador +4 +33,3% dos leads \(1 de 3\) .*R\$ 6\.495,27$/m);
  expect(text).toMatch(/^Cobrança devolvida +2 .*R\$ 5\.295,00$/m);
  // 6,495.27 − 5,295.00 − 197.10 − 0.02 = 1,003.15
  expect(text).toMatch(/^Vendido +R\$ 6\.495,27$/m);
  expect(text).toMatch(/^Devolvido +R\$ 5\.295,00$/m);
  expect(text).toMatch(/^Taxas e comissões informadas +R\$ 197,10$/m);
  expect(text).toMatch(/^Taxas não informadas +≈ R\$ 0,02, de R\$ 4\.998,17 vendidos$/m);
  expect(text).toMatch(/^Líquido +≈ R\$ 1\.003,15$/m);
  expect(text).toMatch(/^Lucro +≈ R\$ 1\.003,15$/m);
  expect(text).toMatch(/^sem origem +≈ R\$ 0,16 /m);
  expect(text).toMatch(/^instagram \/ lancamento \/ social \/ reels +R\$ 1\.300,00 .* 100,0% /m);
  expect(text).toMatch(/^TMB +0 +1 +1 +0 +R\$ 4\.997,99 /m);
  expect(text).toContain('1 cobrança paga não tem valor em reais e não entra no vendido.');
  expect(text).toMatch(/^Metade pagou em até .* depois do lead; nove em cada dez/m);
  const csv = (await run('--csv', '-')).trim().split('\r\n');
  expect(csv[0]).toContain(';utm_campaign;visitas;');
  const sumOf = (column: string) => {
    const index = csv[0]?.split(';').indexOf(column) ?? -1;
    return csv.slice(1).reduce((sum, line) => sum + Number(line.split(';')[index]), 0);
  };
  expect(sumOf('receita_centavos')).toBe(649_527);
  expect(sumOf('compradores')).toBe(4);
  expect(sumOf('taxas_estimadas_centavos')).toBe(2);
  expect(sumOf('lucro_centavos')).toBe(100_315);
  expect(csv.join('\n')).toContain('"2026-03-11";"sem origem"');
});

test('counts leads by the time to the first message or change of state before they bought', async () => {
  await using database = await openMonth('SQLite');
  const change = (lead: number, kind: string, time: string) => {
    const at = `2026-03-0${lead}T${time}:00.000Z`;
    const row = { subject: `lead:${lead}`, at, changed_by: 'ana@example.com', kind, detail: '' };
    return toInsert('followup_changes', row);
  };
  const sale = makeSaleRow('K', { ...ofLead(3, 3), paid_at: '2026-03-03T12:10:00.000Z' });
  await database.execute([
    ...[toLead(4, 'story'), `update leads set suspect = 'robot' where id = 4`],
    toInsert('sales', sale),
    // Notes, changes after the purchase and messages to robots do not count as first contact.
    ...[change(1, 'note', '12:01'), change(1, 'message', '12:04'), change(1, 'state', '13:30')],
    ...[change(2, 'state', '12:30'), change(3, 'message', '12:20'), change(4, 'state', '12:01')],
  ]);
  const { first_contact } = await readReportJson(database.env, MARCH);
  const list = first_contact.map((row: Record<string, unknown>) => [
    ...[row.is_contacted, row.within_minutes, row.leads, row.buyers],
  ]);
  expect(list).toEqual([
    [true, 5, 1, 1],
    [true, 60, 1, 0],
    [true, 1440, 0, 0],
    [true, null, 0, 0],
    [false, null, 1, 1],
  ]);
});
