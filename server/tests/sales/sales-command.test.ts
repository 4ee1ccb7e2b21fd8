import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { makeApplication, makeLead } from '../../../testkit/rows.ts';
import { makeFolder, makeSiteInfo, postRows } from '../../../testkit/start-app.ts';
import { sampleText, send, startSales } from './start-sales.ts';

const KEY = '0192f3a4-b5c6-4d8e-9f00-112233445566';

/** Starts with a refunded Hotmart sale with a lead, a Kiwify sale without, a test, and an unreadable notice. */
async function sell() {
  const sales = await startSales('SQLite');
  await postRows(sales.address, 'leads', makeLead({ utm_term: 'ia' }), { 'idempotency-key': KEY });
  const ref = KEY.replaceAll('-', '');
  for (const name of ['hotmart/pix-issued', 'hotmart/approved', 'hotmart/refunded']) {
    const body = sampleText(name).replaceAll('0192f3a4b5c67d8e9f00112233445566', ref);
    await send(sales.address, 'hotmart', body);
  }
  await send(sales.address, 'kiwify', sampleText('kiwify/approved'));
  await send(sales.address, 'hotmart', sampleText('hotmart/panel-test'));
  await send(sales.address, 'hotmart', 'nada');
  const readUnread = () => sales.query('select 1 from funil.notices where read_by is null');
  await expect.poll(readUnread).toEqual([]);
  const readMatched = () => sales.query('select 1 from funil.sales where matched_by is not null');
  await expect.poll(readMatched).toHaveLength(1);
  return sales;
}

const HOTMART = {
  platform: 'hotmart',
  transaction: 'HP2611031844',
  state: 'refunded',
  value_cents: 149_710,
  currency: 'BRL',
  method: 'pix',
  product: 'Engrena IA - Comunidade',
  matched_by: 'reference',
  lead_ref: KEY,
  pending_at: '2026-11-03T19:00:00.000Z',
  paid_at: '2026-11-03T19:05:00.000Z',
  refunded_at: '2026-11-05T19:00:00.000Z',
  refunded_cents: 149_710,
  net_cents: 134_739,
  fee_cents: 14_971,
  commission_cents: 0,
  order_id: 'HP2611031844',
  subscription: null,
  charge_number: null,
  installments: 1,
  source: 'notice',
};

test('writes each sale as JSON, with its buyer only on request', async () => {
  await using sales = await sell();
  const run = await callCommand('sales', ['--json', '-'], sales.env);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const listed = JSON.parse(run.stdout);
  expect(listed).toHaveLength(2);
  expect(listed).toContainEqual(HOTMART);
  expect(run.stdout).not.toMatch(/Marina|Caio|example\.com|98765/);
  const people = await callCommand('sales', ['--json', '-', '--com-pessoas'], sales.env);
  expect(JSON.parse(people.stdout)).toContainEqual({
    ...HOTMART,
    buyer_name: 'Marina Prado',
    buyer_email: 'marina.prado@example.com',
    buyer_phone: '11987654321',
  });
});

test('prints the table, the CSV, failed notices, and links to the checkout', async () => {
  await using sales = await sell();
  const applied = makeApplication({ whatsapp: '(31) 98765-4321', utm_source: 'google' });
  await postRows(sales.address, 'applications', applied);
  using folder = makeFolder();
  const checkout = { platform: 'eduzz', url: 'https://pay.example/x', funnel: 'anual' } as const;
  const names = ['Mentoria Individual'];
  const mentoring = { names, platform: 'kiwify', url: 'https://pay.kiwify.com.br/m' } as const;
  const site = makeSiteInfo({ checkout, products: [mentoring] });
  writeFileSync(join(folder.path, 'site.json'), site);
  const run = (...args: string[]) =>
    callCommand('sales', args, { ...sales.env, SITE_DIR: folder.path });
  const { stdout, stderr } = await run();
  expect(stderr).toBe('');
  expect(stdout).toMatch(
    /hotmart +HP2611031844 +refunded +1\.497,10 +pix +reference +03\/11\/2026 16:05:00/,
  );
  expect(stdout).toContain('2 vendas\n1 venda de teste fica à parte (--testes mostra).\n');
  expect(stdout).toMatch(/1 aviso não foi entendido.*\n +\d+ +.* +hotmart: não é JSON\n$/);
  expect((await run('--csv', '-')).stdout).toContain('"HP2611031844";"refunded";149710;"BRL"');
  const tests = await run('--testes', '--json', '-');
  expect(JSON.parse(tests.stdout)).toMatchObject([{ transaction: 'HP16015479281022' }]);

  const linked = await run('--link', '+55 11 8765-4321');
  expect(linked).toMatchObject({ code: 0, stderr: '' });
  const code = Buffer.from(KEY.replaceAll('-', ''), 'hex').toString('base64url');
  expect(linked.stdout).toBe(`https://escola.test/pagar/${code}\n`);
  const ofProduct = await run('--link', '11 98765-4321', '--produto', 'mentoria individual');
  expect(ofProduct.stdout).toBe(`https://escola.test/pagar/${code}/kiwify-mentoria-individual\n`);
  expect(await run('--link', '11 98765-4321', '--produto', 'Curso')).toMatchObject({ code: 1 });
  const ofApplication = await run('--link', '31 98765-4321');
  expect(ofApplication.stdout).toMatch(/^https:\/\/escola\.test\/pagar\/[\w-]{22}\n$/);
  expect(await run('--link', '31 90000-0000')).toMatchObject({
    code: 1,
    stderr: 'Nenhum lead nem aplicação tem esse número.\n',
  });
  expect((await run('--link', '123')).code).toBe(1);
});
