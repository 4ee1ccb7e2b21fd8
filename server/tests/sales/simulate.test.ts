import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { makeLead } from '../../../testkit/rows.ts';
import type { ExpectedReport } from '../../../testkit/simulate/expected-report.ts';
import { startApp } from '../../../testkit/start-app.ts';
import type { Database } from '../../src/store/database.ts';
import { catchUpVisits } from '../../src/visits/open-updater.ts';
import { STORES } from '../store/open-test-store.ts';
import { notice, SECRETS, send, startSales } from './start-sales.ts';

const simulate = (args: string[], env: Record<string, string> = SECRETS) =>
  callCommand('../../../testkit/simulate/simulate', args, env);
/** The option for servers whose database the command cannot judge. */
const ANYWAY = '--neste-servidor';

async function simulated(args: string[], env: Record<string, string>): Promise<ExpectedReport> {
  const { code, stdout, stderr } = await simulate(args, env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Stores the sign that the server on this port of this machine uses the database. */
const showSign = (database: Database, port: string) =>
  database
    .insertInto('running_servers')
    .values({
      server: `${hostname()}:${port}`,
      seen_at: new Date().toISOString(),
      started_at: new Date().toISOString(),
    })
    .execute();

const sendLead = (address: string) =>
  fetch(`${address}/rest/v1/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: 'anon-local' },
    body: JSON.stringify(makeLead()),
  });

const COUNTED = [
  ...['leads', 'applications', 'application_drafts', 'jornada', 'visits', 'visit_contexts'],
  ...[
    'notices',
    'sales',
    'sale_keys',
    'sale_milestones',
    'outbox_events',
    'deliveries',
    'contacts',
  ],
] as const;

async function countRows(database: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of COUNTED) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}`.execute(database);
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

async function countUnread(database: Database): Promise<number> {
  const unread = database.selectFrom('notices').select('id').where('read_by', 'is', null);
  return (await unread.execute()).length;
}

const inOrder = <Row extends object>(rows: readonly Row[], ...columns: (keyof Row)[]): Row[] => {
  const keyOf = (row: Row) => JSON.stringify(columns.map((column) => row[column]));
  return rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

test('stores and reports a simulated month as predicted, to the centavo', async () => {
  await using sales = await startSales('SQLite');
  // The command opens the server's database, as on the server's machine.
  const env = { ...SECRETS, ...sales.env, PORT: new URL(sales.address).port };
  await using database = await sales.open();
  await showSign(database, env.PORT);
  const { truth, ...predicted } = await simulated(['--visits', '1500', '--seed', '11'], env);
  const countSales = async () => (await countRows(database)).sales;
  await expect.poll(countSales, { interval: 200 }).toBe(truth.sales.length);
  await expect.poll(() => countUnread(database)).toBe(0);
  expect(sales.errors).toEqual([]);
  expect(truth.sales).not.toEqual([]);

  const dated = await database
    .selectFrom('contacts')
    .innerJoin('leads', 'leads.id', 'contacts.lead_id')
    .select(['at', 'created_at', 'idempotency_key'])
    .execute();
  expect(dated.length).toBe(predicted.funnel.leads);
  for (const { at, created_at, idempotency_key } of dated) {
    const sent = Number.parseInt(String(idempotency_key).replaceAll('-', '').slice(0, 12), 16);
    expect([Number(at), Date.parse(created_at)]).toEqual([sent, sent]);
  }

  const days = ['--desde', predicted.from, '--ate', predicted.until, '--esperar'];
  const { stdout } = await callCommand('report', [...days, '--json', '-'], sales.env);
  const report = JSON.parse(stdout);
  const byOrigin = ['source', 'medium', 'campaign', 'content'] as const;
  expect({ ...report, origins: inOrder(report.origins, ...byOrigin) }).toMatchObject({
    ...predicted,
    origins: inOrder(predicted.origins, ...byOrigin),
  });

  const listed = await callCommand('sales', ['--json', '-'], sales.env);
  const expected = truth.sales.map(({ contact_left, contacts: _, chargeback_at: __, ...sale }) => ({
    ...sale,
    lead_ref: contact_left ? sale.lead_ref : null,
  }));
  const bySale = ['platform', 'transaction'] as const;
  const records: typeof expected = JSON.parse(listed.stdout);
  expect(inOrder(records, ...bySale)).toEqual(inOrder(expected, ...bySale));
});

test('names platforms without a secret, here or at the server, and simulates no sales of them', async () => {
  await using app = await startApp({ env: { RATE_LIMIT: '0', TICTO_TOKEN: 'tok' } });
  const env = { TICTO_TOKEN: 'tok', KIWIFY_TOKEN: 'outro' };
  const { code, stdout, stderr } = await simulate(
    ['--visits', '400', '--url', app.address, ANYWAY],
    env,
  );
  expect(code).toBe(0);
  expect(stderr).toContain('ficam de fora as vendas de: hotmart (HOTMART_HOTTOK), eduzz (');
  expect(stderr).toContain('não recebe avisos de: kiwify (KIWIFY_TOKEN)');
  expect(stderr).toContain('leads e aplicações ficam com a hora em que chegaram.');
  const report: ExpectedReport = JSON.parse(stdout);
  expect(new Set(report.truth.sales.map(({ platform }) => platform))).toEqual(new Set(['ticto']));
});

test.each(STORES)('%s: removes all that a month left, and nothing else', async (kind) => {
  await using sales = await startSales(kind);
  await using database = await sales.open();
  const env = { ...SECRETS, ...sales.env, PORT: new URL(sales.address).port };
  await sales.query("insert into funil.destinations (name) values ('webhook:1') returning name");
  await sendLead(sales.address);
  await send(sales.address, 'hotmart', notice({ transaction: 'HP77' }));
  const stored = { sales: 1, notices: 1, leads: 1, contacts: 1, deliveries: 2 };
  await expect.poll(() => countRows(database)).toMatchObject(stored);
  const before = await countRows(database);

  // The month ends now, so the hour decides who becomes a lead: of 120 visits, nobody did at some hours.
  await simulated(['--visits', '200', '--seed', '11', ANYWAY], env);
  await expect.poll(() => countUnread(database)).toBe(0);
  await catchUpVisits({ dataDir: sales.env.DATA_DIR, databaseUrl: sales.env.DATABASE_URL ?? null });
  const changes = database.selectFrom('changes').select('number').where('due_at', 'is', null);
  await expect.poll(() => changes.execute()).toEqual([]);
  expect((await countRows(database)).deliveries).toBeGreaterThan(Number(before.deliveries));
  expect((await countRows(database)).visits).toBe(200);
  const { code, stdout } = await simulate(['--desfazer'], env);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Removido: \d+ leads, \d+ aplicações, \d+ rascunhos/),
  });
  expect(await countRows(database)).toEqual(before);
});

test('refuses a database with a real lead, or one that it cannot judge, without a terminal', async () => {
  await using sales = await startSales('SQLite');
  const env = { ...SECRETS, ...sales.env, PORT: new URL(sales.address).port };
  const refusal = { code: 1, stdout: '' };
  const unknown = await simulate(['--visits', '10'], env);
  expect(unknown).toMatchObject({
    ...refusal,
    stderr: expect.stringContaining('não está ao alcance'),
  });
  await using database = await sales.open();
  await showSign(database, env.PORT);
  await sendLead(sales.address);
  const real = await simulate(['--visits', '10'], env);
  expect(real).toMatchObject({ ...refusal, stderr: expect.stringContaining('gente de verdade') });
  expect(real.stderr).toContain('Nada foi enviado.');
  expect(await countRows(database)).toMatchObject({ leads: 1, jornada: 0 });
});

test('names a secret that differs from the server’s', async () => {
  // The hour decides which visits buy: of 400 visits, none did at some hours.
  await using app = await startApp({ env: { RATE_LIMIT: '0', TMB_TOKEN: 'certo' } });
  const env = { TMB_TOKEN: 'errado' };
  const { code, stdout, stderr } = await simulate(
    ['--visits', '1000', '--url', app.address, ANYWAY],
    env,
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('TMB_TOKEN aqui difere do valor que o servidor usa.');
});

test('says how to start a server that keeps limiting requests', async () => {
  const server = createServer((request, response) => {
    const isHealth = request.url === '/healthz';
    response.writeHead(isHealth ? 200 : 429, { 'retry-after': '1' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await simulate(
    ['--visits', '10', '--url', `http://127.0.0.1:${port}`, ANYWAY],
    {},
  );
  server.close();
  expect(code).toBe(1);
  expect(stderr).toContain('pede 1 s de espera. Para simular depressa, ligue-o com RATE_LIMIT=0.');
  expect(stderr).toContain('segue recusando pedidos em excesso (429)');
});

test('says how to start a server when there is none', async () => {
  const { code, stdout, stderr } = await simulate(['--url', 'http://127.0.0.1:9']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('Não há servidor em http://127.0.0.1:9. Ligue-o antes');
});

test.each([
  [['--visits', '0'], '--visits espera um número inteiro de 1 a 1000000, e recebeu “0”.'],
  [['--seed', 'abc'], '--seed espera um número inteiro de 0 a 4294967295, e recebeu “abc”.'],
  [['--url', 'localhost:3000'], '--url espera um endereço como http://127.0.0.1:3000'],
])('explains wrong options in Portuguese: %j', async (wrongArgs, sentence) => {
  expect(await simulate(wrongArgs)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(sentence),
  });
});
