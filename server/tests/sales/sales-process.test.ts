import { expect, test } from 'vitest';
import { queryTables } from '../../../testkit/databases/query-tables.ts';
import { makeFolder } from '../../../testkit/start-app.ts';
import { startServer } from '../../../testkit/start-process.ts';
import { sampleText, send } from './start-sales.ts';

const PAID = sampleText('hotmart/approved');

/** Sends paid notices on several connections until the server is gone. */
function sendUntilGone(address: string, connections: number) {
  const acknowledged: string[] = [];
  const sendOnConnection = async (place: number) => {
    for (let number = 0; ; number += 1) {
      const transaction = `HP-${place}-${number}`;
      const body = PAID.replace('HP2611031844', transaction);
      const { status } = await send(address, 'hotmart', body).catch(() => ({ status: 0 }));
      if (status === 0) return;
      if (status === 200) acknowledged.push(transaction);
    }
  };
  const ended = Promise.all(
    Array.from({ length: connections }, (_, index) => sendOnConnection(index)),
  );
  return { acknowledged, ended };
}

test('keeps every acknowledged notice after kill -9 under load, each as one sale', async () => {
  using folder = makeFolder();
  const env = { DATA_DIR: folder.path, HOTMART_HOTTOK: 'hotmart-de-teste' };
  await using server = await startServer(env);
  const { acknowledged, ended } = sendUntilGone(server.address, 16);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(300);
  await server.stop('SIGKILL');
  await ended;

  await using again = await startServer(env);
  const repeated = acknowledged.slice(0, 50);
  for (const transaction of repeated) {
    const response = await send(
      again.address,
      'hotmart',
      PAID.replace('HP2611031844', transaction),
    );
    expect(response.status).toBe(200);
  }
  const query = queryTables(env);
  await expect.poll(() => query('select 1 from funil.notices where read_by is null')).toEqual([]);
  const sales = await query('select "transaction", value_cents from funil.sales');
  const transactions = new Set(sales.map((sale) => sale.transaction));
  expect(acknowledged.filter((transaction) => !transactions.has(transaction))).toEqual([]);
  expect(transactions.size).toBe(sales.length);
  expect(await query('select count(*) as n from funil.notices')).toEqual([{ n: sales.length }]);
  expect(new Set(sales.map((sale) => sale.value_cents))).toEqual(new Set([149_710]));
});
