import { afterAll, expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { runFile } from '../../testkit/start-process.ts';
import type { StoreKind } from './open-test-store.ts';
import { notice, sampleText, send, startSales } from './start-sales.ts';
import { storedText } from './stored-sales.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES: StoreKind[] = ['SQLite', 'PostgreSQL'];
const RUTE = ['--email', 'rute@example.com', '--sim'];

type Sales = Awaited<ReturnType<typeof startSales>>;

const untilRead = ({ query }: Sales, count: number) =>
  expect
    .poll(async () => (await query('select 1 from funil.notices where read_by is not null')).length)
    .toBe(count);

test.each(STORES)(
  '%s: a person is forgotten in notices that tell of no sale, and the reference with them',
  async (kind) => {
    await using sales = await startSales(kind, postgres);
    for (const name of ['tmb/effected', 'tmb/instalments']) {
      await send(sales.address, 'tmb', sampleText(name));
    }
    await untilRead(sales, 2);

    const run = await runFile('commands/forget.ts', RUTE, sales.env);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('1 venda: sai quem comprou, ficam o valor e os dias');
    expect(run.stdout).toContain('1 aviso sem venda: sai o que diz da pessoa');
    expect(await storedText(sales)).not.toMatch(/rute|99123-?4455|0192f3a4/i);
    const again = await runFile('commands/forget.ts', RUTE, sales.env);
    expect(again.stdout).toBe('Nada a apagar: nenhuma linha tem esse contato.\n');
  },
);

test.each(STORES)('%s: retention reaches notices that tell of no sale', async (kind) => {
  await using sales = await startSales(kind, postgres);
  await send(sales.address, 'tmb', sampleText('tmb/instalments'));
  await untilRead(sales, 1);
  await sales.query("update funil.notices set received_at = '2024-01-05T12:00:00Z'");

  const words = ['--mais-antigos', '1a', '--o-que', 'compradores', '--sim'];
  expect(await runFile('commands/forget.ts', words, sales.env)).toMatchObject({ code: 0 });
  expect(await storedText(sales)).not.toContain('rute');
  const again = await runFile('commands/forget.ts', words, sales.env);
  expect(again.stdout).toMatch(/^Nada a apagar/);
});

test.each(STORES)(
  '%s: a sale that was not read yet when its buyer was forgotten still counts',
  async (kind) => {
    await using sales = await startSales(kind, postgres);
    await sales.stopKeeping();
    await send(sales.address, 'tmb', sampleText('tmb/effected'));

    expect(await runFile('commands/forget.ts', RUTE, sales.env)).toMatchObject({ code: 0 });
    sales.keepAgain();
    await expect
      .poll(() => sales.query('select state, buyer_name, buyer_email from funil.sales'))
      .toEqual([{ state: 'paid', buyer_name: null, buyer_email: null }]);
    const [sale] = await sales.query('select value_cents from funil.sales');
    expect(Number(sale?.value_cents)).toBeGreaterThan(0);
  },
);

test.each(STORES)(
  '%s: who bought with another contact and name stays until it is chosen, and is named then',
  async (kind) => {
    await using sales = await startSales(kind, postgres);
    const key = '0192f3a4-b5c6-4d8e-9f00-112233445566';
    await insert(sales.address, 'leads', makeLead({ telefone: '(11) 98765-4321' }), {
      'idempotency-key': key,
    });
    const bought = {
      ref: key.replaceAll('-', ''),
      phone: '21999990000',
      email: 'outra@example.com',
    };
    await send(sales.address, 'hotmart', notice(bought));
    const matched = () => sales.query('select lead_ref from funil.sales');
    await expect.poll(matched).toEqual([{ lead_ref: key }]);

    const words = ['--telefone', '11987654321', '--tambem', 'venda-hotmart:HP1', '--sim'];
    const run = await runFile('commands/forget.ts', words, sales.env);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain("--telefone '21999990000'");
    expect(run.stdout).toContain("--email 'outra@example.com'");
    expect(await sales.query('select buyer_phone, buyer_email, lead_ref from funil.sales')).toEqual(
      [{ buyer_phone: null, buyer_email: null, lead_ref: null }],
    );
    expect(await storedText(sales)).not.toMatch(/outra@|21999990000/);
  },
);

test.each(STORES)(
  '%s: a contact beside the buyer’s own, such as who pays for another, is found',
  async (kind) => {
    await using sales = await startSales(kind, postgres);
    const body = JSON.parse(sampleText('hubla/paid'));
    body.event.invoice.payer.email = 'quem.paga@example.com';
    await send(sales.address, 'hubla', JSON.stringify(body));
    await untilRead(sales, 1);

    const words = ['--email', 'quem.paga@example.com', '--sim'];
    expect((await runFile('commands/forget.ts', words, sales.env)).stdout).toContain('1 venda');
    expect(await storedText(sales)).not.toContain('quem.paga');
  },
);

test.each(STORES)('%s: what was forgotten does not wait to be understood', async (kind) => {
  await using sales = await startSales(kind, postgres);
  await send(sales.address, 'hotmart', 'nada de rute@example.com');
  await untilRead(sales, 1);
  const count = async () => {
    const { stdout } = await runFile('commands/sales.ts', [], sales.env);
    return stdout;
  };
  expect(await count()).toMatch(/não foi entendido/);
  await runFile('commands/forget.ts', RUTE, sales.env);
  expect(await count()).not.toMatch(/não foi entendido/);
});
