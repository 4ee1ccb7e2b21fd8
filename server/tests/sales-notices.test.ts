import { MINUTE_MS } from '@funil/contract/durations';
import { afterAll, expect, test } from 'vitest';
import { startPostgres } from '../../testkit/start-postgres.ts';
import type { StoreKind } from './open-test-store.ts';
import { notice, sampleText, send, startSales } from './start-sales.ts';

const postgres = await startPostgres();
afterAll(() => postgres[Symbol.asyncDispose]());

const STORES: StoreKind[] = ['SQLite', 'PostgreSQL'];

/** PostgreSQL's client gives dates, SQLite's texts. */
const timeOf = (moment: unknown) =>
  (moment instanceof Date ? moment : new Date(String(moment))).getTime();

test.each(STORES)(
  '%s: notices in any order, twice, and across a crash come to the same sale',
  async (kind) => {
    await using sales = await startSales(kind, postgres);
    const now = Date.now();
    const course = [
      notice({ event: 'PURCHASE_REFUNDED', at: now - 5 * MINUTE_MS, noticed: now - MINUTE_MS }),
      notice({
        event: 'PURCHASE_BILLET_PRINTED',
        at: now - 9 * MINUTE_MS,
        noticed: now - 9 * MINUTE_MS,
      }),
      notice({ event: 'PURCHASE_APPROVED', at: now - 5 * MINUTE_MS, noticed: now - 5 * MINUTE_MS }),
    ];
    for (const body of course) {
      expect((await send(sales.address, 'hotmart', body)).status).toBe(200);
      await sales.stopKeeping();
      expect((await send(sales.address, 'hotmart', body)).status).toBe(200);
      sales.keepAgain();
    }
    await expect
      .poll(() =>
        sales.query('select state, value_cents, pending_at is null as none from funil.sales'),
      )
      .toEqual([{ state: 'refunded', value_cents: expect.anything(), none: expect.anything() }]);
    const [row] = await sales.query('select * from funil.sales');
    expect(Number(row?.value_cents)).toBe(149_710);
    expect(timeOf(row?.paid_at)).toBe(now - 5 * MINUTE_MS);
    expect(timeOf(row?.refunded_at)).toBe(now - MINUTE_MS);
  },
);

test.each(STORES)('%s: tests are kept apart', async (kind) => {
  await using sales = await startSales(kind, postgres);
  await send(sales.address, 'hotmart', sampleText('hotmart/panel-test'));
  await send(sales.address, 'hubla', sampleText('hubla/paid'), { 'x-hubla-sandbox': 'true' });
  await expect
    .poll(async () =>
      (await sales.query('select is_test from funil.sales')).map(({ is_test }) => Boolean(is_test)),
    )
    .toEqual([true, true]);
  await send(sales.address, 'hubla', sampleText('hubla/paid'));
  await expect
    .poll(async () =>
      (await sales.query("select is_test from funil.sales where platform = 'hubla'")).map(
        ({ is_test }) => Boolean(is_test),
      ),
    )
    .toEqual([false]);
});

test.each(STORES)('%s: many sales are all read, each once', async (kind) => {
  await using sales = await startSales(kind, postgres);
  const bodies = Array.from({ length: 230 }, (_, index) => notice({ transaction: `HP${index}` }));
  await Promise.all(bodies.map((body) => send(sales.address, 'hotmart', body)));
  await expect
    .poll(
      async () =>
        Number((await sales.query('select sum(value_cents) as n from funil.sales'))[0]?.n),
      { timeout: 10_000 },
    )
    .toBe(230 * 149_710);
  expect(sales.troubles).toEqual([]);
});
