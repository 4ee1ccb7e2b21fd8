import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, startApp } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { runFile, startServer } from '../../testkit/start-process.ts';
import type { TrueReport } from '../src/simulate/truth.ts';
import type { StoreKind } from './open-test-store.ts';
import { SECRETS, startSales } from './start-sales.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES: StoreKind[] = ['SQLite', 'PostgreSQL'];
const simulate = (args: string[], env: Record<string, string> = SECRETS) =>
  runFile('commands/simulate.ts', args, env);

async function simulated(args: string[]): Promise<TrueReport> {
  const { code, stdout, stderr } = await simulate(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const SALE_FIELDS = [
  ...['platform', 'transaction', 'state', 'value_cents', 'currency', 'method', 'product'],
  ...['matched_by', 'lead_ref', 'pending_at', 'paid_at', 'refunded_at', 'refunded_cents'],
];

type Fields = Record<string, unknown>;
const pick = (sale: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, sale[name]]));
const byName = (sales: readonly Fields[]): Fields[] =>
  sales.toSorted((a, b) =>
    `${a.platform} ${a.transaction}` < `${b.platform} ${b.transaction}` ? -1 : 1,
  );

test.each(STORES)(
  '%s: the server makes of a simulated month what the simulation says it was',
  { timeout: 120_000 },
  async (kind) => {
    await using sales = await startSales(kind, postgres);
    const report = await simulated(['--visits', '1500', '--seed', '11', '--url', sales.address]);
    const [counts] = await sales.query(
      `select (select count(*) from leads) as leads, (select count(*) from applications) as applications,
        (select count(distinct session_id) from jornada) as visits`,
    );
    const { visits, leads, applications } = report.funnel;
    const counted = Object.entries(counts ?? {}).map(([name, n]) => [name, Number(n)]);
    expect(Object.fromEntries(counted)).toEqual({ visits, leads, applications });
    const told = report.truth.sales.map((sale) => ({
      ...sale,
      lead_ref: sale.contact_left ? sale.lead_ref : null,
    }));
    const listed = async () => {
      const { stdout } = await runFile('commands/sales.ts', ['--json', '-'], sales.env);
      return byName(JSON.parse(stdout));
    };
    await expect
      .poll(listed, { timeout: 60_000, interval: 500 })
      .toEqual(byName(told).map((sale) => pick(sale, SALE_FIELDS)));
    expect(sales.troubles).toEqual([]);
    expect(told.length).toBeGreaterThan(15);
  },
);

test('the report says of a simulated month what it was', { timeout: 120_000 }, async () => {
  using folder = makeFolder();
  const place = { DATA_DIR: folder.path, SITE_DIR: `${folder.path}/site` };
  await using server = await startServer({ ...place, ...SECRETS, RATE_LIMIT: '0' });
  const { truth: _, ...told } = await simulated(['--visits', '1500', '--url', server.address]);
  const days = ['--desde', told.from, '--ate', told.until];
  const key = (row: Fields) => JSON.stringify([row.source, row.medium, row.campaign, row.content]);
  const ordered = (rows: readonly Fields[]) => rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  const reported = async () => {
    const { stdout } = await runFile('commands/report.ts', [...days, '--json', '-'], place);
    const report = JSON.parse(stdout);
    return { ...pick(report, Object.keys(told)), origins: ordered(report.origins) };
  };
  const expected = { ...told, origins: ordered(told.origins.map((row) => ({ ...row }))) };
  await expect.poll(reported, { timeout: 60_000, interval: 500 }).toEqual(expected);
});

test('platforms without a secret, here or at the server, are left out and named', async () => {
  await using app = await startApp({ env: { RATE_LIMIT: '0', TICTO_TOKEN: 'tok' } });
  const env = { TICTO_TOKEN: 'tok', KIWIFY_TOKEN: 'outro' };
  const { code, stdout, stderr } = await simulate(['--visits', '400', '--url', app.address], env);
  expect(code).toBe(0);
  expect(stderr).toContain('ficam de fora as vendas de: hotmart (HOTMART_HOTTOK), eduzz (');
  expect(stderr).toContain('não recebe avisos de: kiwify (KIWIFY_TOKEN)');
  const report: TrueReport = JSON.parse(stdout);
  expect(new Set(report.truth.sales.map(({ platform }) => platform))).toEqual(new Set(['ticto']));
});

test('a secret that the server does not take is named', async () => {
  await using app = await startApp({ env: { RATE_LIMIT: '0', TMB_TOKEN: 'certo' } });
  const env = { TMB_TOKEN: 'errado' };
  const { code, stdout, stderr } = await simulate(['--url', app.address], env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('TMB_TOKEN aqui difere do valor que o servidor usa.');
});

test('a server that goes on limiting is told how to be started', { timeout: 60_000 }, async () => {
  const server = createServer((request, response) => {
    const isHealth = request.url === '/healthz';
    response.writeHead(isHealth ? 200 : 429, { 'retry-after': '1' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await simulate(
    ['--visits', '200', '--url', `http://127.0.0.1:${port}`],
    {},
  );
  server.close();
  expect(code).toBe(1);
  expect(stderr).toContain('pede 1 s de espera. Para simular depressa, ligue-o com RATE_LIMIT=0.');
  expect(stderr).toContain('segue recusando pedidos em excesso (429)');
});

test('where no server is, nothing is played and the way to start one is told', async () => {
  const { code, stdout, stderr } = await simulate(['--url', 'http://127.0.0.1:9']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('Não há servidor em http://127.0.0.1:9. Ligue-o antes');
});

test.each([
  [['--visits', '0'], '--visits espera um número inteiro de 1 a 1000000, e recebeu “0”.'],
  [['--seed', 'abc'], '--seed espera um número inteiro de 0 a 4294967295, e recebeu “abc”.'],
  [['--url', 'localhost:3000'], '--url espera um endereço como http://127.0.0.1:3000'],
])('a wrong call is told in Portuguese: %j', async (words, sentence) => {
  expect(await simulate(words)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(sentence),
  });
});
