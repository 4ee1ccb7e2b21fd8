import { afterAll, expect, test } from 'vitest';
import { makeLead } from '../../testkit/rows.ts';
import { insert } from '../../testkit/start-app.ts';
import { startPostgres } from '../../testkit/start-postgres.ts';
import { runFile } from '../../testkit/start-process.ts';
import type { StoreKind } from './open-test-store.ts';
import { readStoredText, sampleText, send, startSales } from './start-sales.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES: StoreKind[] = ['SQLite', 'PostgreSQL'];
const MARINA = ['--telefone', '11987654321', '--email', 'Marina.Prado@example.com', '--sim'];

test.each(STORES)(
  '%s: a buyer is forgotten in sales and notices; sums and days stay',
  async (kind) => {
    await using sales = await startSales(kind, postgres);
    const key = '0192f3a4-b5c6-4d8e-9f00-112233445566';
    const lead = makeLead({ nome: 'Marina Prado' });
    await insert(sales.address, 'leads', lead, { 'idempotency-key': key });
    for (const name of ['hotmart/pix-issued', 'hotmart/approved']) {
      await send(sales.address, 'hotmart', sampleText(name));
    }
    await send(sales.address, 'kiwify', sampleText('kiwify/approved'));
    await send(sales.address, 'hotmart', 'nada de marina.prado@EXAMPLE.com');
    await expect
      .poll(
        async () =>
          (await sales.query('select 1 from funil.notices where read_by is not null')).length,
      )
      .toBe(4);
    const run = await runFile('commands/forget.ts', MARINA, sales.env);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('1 venda: sai quem comprou, ficam o valor e os dias');
    expect(run.stdout).toContain('1 aviso sem venda');

    expect(await readStoredText(sales)).not.toMatch(/marina|prado|987654321/i);
    expect(await readStoredText(sales)).toContain('Caio');

    // What comes later of the same sale finds its sum and days; a repeat brings nobody back.
    await send(sales.address, 'hotmart', sampleText('hotmart/approved'));
    await send(
      sales.address,
      'hotmart',
      sampleText('hotmart/refunded').replaceAll('arina', 'x').replaceAll('"11987654321"', '""'),
    );
    await expect
      .poll(() =>
        sales.query("select state, value_cents from funil.sales where platform = 'hotmart'"),
      )
      .toEqual([{ state: 'refunded', value_cents: kind === 'SQLite' ? 149_710 : '149710' }]);
    const [row] = await sales.query(
      "select pending_at, buyer_phone from funil.sales where platform = 'hotmart'",
    );
    expect(row?.pending_at).not.toBeNull();
    expect(row?.buyer_phone).toBeNull();
  },
);

test('erases the buyers of old sales, and old notices without a sale', async () => {
  await using sales = await startSales('SQLite', postgres);
  await send(sales.address, 'hotmart', sampleText('hotmart/approved'));
  await send(sales.address, 'kiwify', sampleText('kiwify/approved'));
  await send(sales.address, 'hotmart', 'nada de marina.prado@example.com');
  const read = () => sales.query('select 1 from funil.notices where read_by is not null');
  await expect.poll(async () => (await read()).length).toBe(3);
  await sales.query(
    "update funil.notices set received_at = '2024-01-05T12:00:00Z' where platform = 'hotmart'",
  );

  const words = ['--mais-antigos', '1a', '--o-que', 'compradores', '--sim'];
  const run = await runFile('commands/forget.ts', words, sales.env);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain('1 venda: sai quem comprou, ficam o valor e os dias');
  expect(run.stdout).toContain('1 aviso sem venda');
  expect(await readStoredText(sales)).not.toMatch(/marina|prado|987654321/i);
  expect(await readStoredText(sales)).toContain('Caio');
  expect(await sales.query('select state from funil.sales')).toHaveLength(2);

  const again = await runFile('commands/forget.ts', words, sales.env);
  expect(again.stdout).toMatch(/^Nada a apagar: nada foi gravado antes de /);
});
