import { expect, test } from 'vitest';
import { callCommand } from '../../../testkit/call-command.ts';
import { makeLead } from '../../../testkit/rows.ts';
import { postRows } from '../../../testkit/start-app.ts';
import { notice, readStoredText, sampleText, send, startSales } from '../sales/start-sales.ts';

type Sales = Awaited<ReturnType<typeof startSales>>;

const untilRead = ({ query }: Sales, count: number) =>
  expect
    .poll(async () => (await query('select 1 from funil.notices where read_by is not null')).length)
    .toBe(count);

test('erases the buyers of old sales and old notices without a sale', async () => {
  await using sales = await startSales('SQLite');
  await send(sales.address, 'hotmart', sampleText('hotmart/approved'));
  await send(sales.address, 'kiwify', sampleText('kiwify/approved'));
  await send(sales.address, 'hotmart', 'nada de marina.prado@example.com');
  await untilRead(sales, 3);
  await sales.query(
    "update funil.notices set received_at = '2024-01-05T12:00:00Z' where platform = 'hotmart'",
  );

  const readSales = async () => (await callCommand('sales', [], sales.env)).stdout;
  expect(await readSales()).toMatch(/não foi entendido/);
  const args = ['--mais-antigos', '1a', '--o-que', 'compradores', '--sim'];
  const run = await callCommand('forget', args, sales.env);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain('1 venda: sai quem comprou, ficam o valor e os dias');
  expect(run.stdout).toContain('1 aviso sem venda');
  expect(await readStoredText(sales)).not.toMatch(/marina|prado|987654321/i);
  expect(await readStoredText(sales)).toContain('Caio');
  expect(await sales.query('select state from funil.sales')).toHaveLength(2);
  // An erased notice is no longer one that was not understood.
  expect(await readSales()).not.toMatch(/não foi entendido/);

  const again = await callCommand('forget', args, sales.env);
  expect(again.stdout).toMatch(/^Nada a apagar: nada foi gravado antes de /);
});

test('erases a matched sale’s buyer with another contact and name only when chosen', async () => {
  await using sales = await startSales('SQLite');
  const key = '0192f3a4-b5c6-4d8e-9f00-112233445566';
  await postRows(sales.address, 'leads', makeLead({ telefone: '(11) 98765-4321' }), {
    'idempotency-key': key,
  });
  const bought = { ref: key, phone: '21999990000', email: 'outra@example.com' };
  await send(sales.address, 'hotmart', notice(bought));
  const matched = () => sales.query('select lead_ref from funil.sales');
  await expect.poll(matched).toEqual([{ lead_ref: key }]);

  const args = ['--telefone', '11987654321', '--tambem', 'venda-hotmart:HP1', '--sim'];
  const run = await callCommand('forget', args, sales.env);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain("--telefone '21999990000'");
  expect(run.stdout).toContain("--email 'outra@example.com'");
  expect(await sales.query('select buyer_phone, buyer_email, lead_ref from funil.sales')).toEqual([
    { buyer_phone: null, buyer_email: null, lead_ref: null },
  ]);
  expect(await readStoredText(sales)).not.toMatch(/outra@|21999990000/);
});
