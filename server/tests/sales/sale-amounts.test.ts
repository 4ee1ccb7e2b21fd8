import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@funil/contract/durations';
import { expect, test } from 'vitest';
import { makeNotice } from '../../../testkit/make-notice.ts';
import { makeLead } from '../../../testkit/rows.ts';
import { postRows } from '../../../testkit/start-app.ts';
import { readSalePages } from '../../src/sales/list-sales.ts';
import { NO_SPLIT, type Notice, type NoticeAdapters } from '../../src/sales/notices/notice.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import { storeReports } from '../../src/sales/store-reports.ts';
import { updateSalesOnce } from '../../src/sales/update-sales.ts';
import { withLock } from '../../src/store/locks.ts';
import type { SaleRow } from '../../src/store/sales-tables.ts';
import { consumeChanges } from '../deliveries/consume-changes.ts';
import { STORES } from '../store/open-test-store.ts';
import { notice, send, startSales } from './start-sales.ts';

type Sales = Awaited<ReturnType<typeof startSales>>;

/** Updates all sales with the test's clock. */
async function update(
  sales: Sales,
  { now = Date.now(), adapters = ADAPTERS as NoticeAdapters, attributionDays = 30 } = {},
) {
  await using database = await sales.open();
  const deps = { adapters, attributionDays, now: () => now };
  while ((await updateSalesOnce(database, deps)) === 'more');
}

async function readSales(sales: Sales): Promise<SaleRow[]> {
  await using database = await sales.open();
  const rows: SaleRow[] = [];
  for await (const page of readSalePages(database, false)) rows.push(...page);
  return rows;
}

const post = (sales: Sales, body: string) => send(sales.address, 'hotmart', body);

test.each(STORES)(
  '%s: cancels a pending Pix after 30 days, and marks it paid when it is paid later',
  async (kind) => {
    await using sales = await startSales(kind, { hasUpdater: false });
    // PostgreSQL's dates lose their milliseconds as text.
    const at = Math.floor(Date.now() / 1_000 - 60) * 1_000;
    const stateSql = 'select state, canceled_at, expires_at from funil.sales';
    const expiry = new Date(at + 30 * DAY_MS).toISOString();
    await post(sales, notice({ event: 'PURCHASE_BILLET_PRINTED', at }));
    await update(sales);
    expect(await sales.query(stateSql)).toMatchObject([{ state: 'pending', canceled_at: null }]);
    await update(sales, { now: at + 30 * DAY_MS });
    const [canceled] = await sales.query(stateSql);
    expect(canceled).toMatchObject({ state: 'canceled', expires_at: null });
    expect(new Date(String(canceled?.canceled_at)).toISOString()).toBe(expiry);
    await post(sales, notice({ at }));
    await update(sales, { now: at + 31 * DAY_MS });
    expect(await sales.query(stateSql)).toMatchObject([{ state: 'paid', canceled_at: null }]);
  },
);

test('computes sales again when the account’s role changes', async () => {
  await using sales = await startSales('SQLite');
  const paid = JSON.parse(notice({})) as { data: { commissions?: unknown } };
  const shares = { MARKETPLACE: 100, PRODUCER: 600, CO_PRODUCER: 300 };
  paid.data.commissions = Object.entries(shares).map(([source, value]) => ({ source, value }));
  await post(sales, JSON.stringify(paid));
  const readAmounts = () => readSales(sales);
  await expect.poll(readAmounts).toMatchObject([{ net_cents: null, fee_cents: 10_000 }]);
  for (const [hotmart, net_cents] of [
    ['coproducer', 30_000],
    ['producer', 60_000],
    [null, null],
  ] as const) {
    await sales.stopUpdater();
    sales.startUpdater(undefined, { hotmart, eduzz: null });
    await expect.poll(readAmounts).toMatchObject([{ net_cents, fee_cents: 10_000 }]);
  }
});

test('judges by the account’s role whether a report changes a sale', async () => {
  await using sales = await startSales('SQLite', { hasUpdater: false, hasConsumer: false });
  await using database = await sales.open();
  const account = { platform: 'hotmart', role: 'producer' } as const;
  await database.insertInto('sale_accounts').values(account).execute();
  const shares = { producerCents: 60_000, coproducerCents: 30_000, totalCents: 90_000 };
  const report = (source: 'api' | 'import', saleKey: string, split: Notice['split']) =>
    withLock(database, 'sales', (transaction) =>
      storeReports(
        transaction,
        [{ platform: 'hotmart', notice: makeNotice('paid', 2, { saleKey, split }) }],
        {
          ...{ source, adapters: ADAPTERS, attributionDays: 30, at: new Date().toISOString() },
          ...{ importId: null, isDryRun: false },
        },
      ),
    );
  await report('api', 'HP1', { ...NO_SPLIT, coproduction: shares });
  expect(await report('import', 'HP1', { ...NO_SPLIT, netCents: 50_000 })).toEqual(['known']);
  await report('api', 'HP2', NO_SPLIT);
  expect(await report('import', 'HP2', { ...NO_SPLIT, coproduction: shares })).toEqual(['changed']);
  const netSql = 'select sale_key, net_cents from funil.sales order by 1';
  expect(await sales.query(netSql)).toEqual([
    { sale_key: 'HP1', net_cents: 60_000 },
    { sale_key: 'HP2', net_cents: 60_000 },
  ]);
});

test.each(STORES)('%s: stores a partial refund', async (kind) => {
  await using sales = await startSales(kind, { hasUpdater: false });
  const at = Date.now() - DAY_MS;
  await post(sales, notice({ at }));
  await post(sales, notice({ event: 'PURCHASE_REFUNDED', at, noticed: at + 3_600_000 }));
  const adapters: NoticeAdapters = {
    ...ADAPTERS,
    hotmart: {
      ...ADAPTERS.hotmart,
      read(received) {
        const reading = ADAPTERS.hotmart.read(received);
        if (!reading.ok || reading.notice.kind !== 'refunded') return reading;
        return { ok: true, notice: { ...reading.notice, refundedCents: 50_000 } };
      },
    },
  };
  await update(sales, { adapters });
  await using database = await sales.open();
  const { value: page } = await readSalePages(database, false).next();
  const refunded_at = new Date(at + 3_600_000).toISOString();
  expect(page[0]).toMatchObject({
    state: 'paid',
    value_cents: 149_710,
    refunded_cents: 50_000,
    refunded_at,
  });
  expect(await database.selectFrom('sale_refunds').selectAll().execute()).toEqual([
    { platform: 'hotmart', sale_key: 'HP1', at: refunded_at, cents: 50_000 },
  ]);
  expect(await sales.query('select state from funil.sale_milestones')).toEqual([{ state: 'paid' }]);
});

test('matches renewals to the lead of their subscription’s first charge, in any order of arrival', async () => {
  await using sales = await startSales('SQLite', { hasUpdater: false });
  const key = randomUUID();
  await postRows(sales.address, 'leads', makeLead(), { 'idempotency-key': key });
  const begun = Date.now() - DAY_MS;
  const charge = (transaction: string, number: number, ref: string) =>
    notice({ transaction, ref, phone: '85900000000', at: begun + number }).replace(
      /"purchase": \{/,
      `"subscription": {"subscriber": {"code": "ABC"}}, "purchase": {"recurrence_number": ${number},`,
    );
  await post(sales, charge('HP2', 2, ''));
  await update(sales, { attributionDays: 0 });
  await post(sales, charge('HP1', 1, key));
  await update(sales, { attributionDays: 0 });
  await post(sales, charge('HP3', 3, ''));
  await update(sales, { attributionDays: 0 });
  const matchesSql = 'select charge_number, matched_by, lead_ref from funil.sales order by 1';
  const matched = { matched_by: 'reference', lead_ref: key };
  expect(await sales.query(matchesSql)).toEqual([
    { charge_number: 1, ...matched },
    { charge_number: 2, ...matched },
    { charge_number: 3, ...matched },
  ]);
});

test('marks old sales as late, and notifies them by webhook but not by mail', async () => {
  await using sales = await startSales('SQLite', { hasUpdater: false });
  for (const name of ['webhook:1', 'mail'])
    await sales.query(`insert into funil.destinations (name) values ('${name}') returning name`);
  await post(sales, notice({ transaction: 'OLD', at: Date.now() - 3 * DAY_MS }));
  await post(sales, notice({ transaction: 'NEW', at: Date.now() - DAY_MS }));
  await update(sales);
  await using database = await sales.open();
  await consumeChanges(database);
  const events = await sales.query('select data from funil.outbox_events order by number');
  expect(events.map(({ data }) => JSON.parse(String(data)))).toMatchObject([
    { transaction: 'OLD', late: true },
    expect.not.objectContaining({ late: true }),
  ]);
  const deliveriesSql = 'select destination, subject from funil.deliveries order by 1, 2';
  expect(await sales.query(deliveriesSql)).toEqual([
    { destination: 'mail', subject: 'sale:hotmart:NEW' },
    { destination: 'webhook:1', subject: 'sale:hotmart:NEW' },
    { destination: 'webhook:1', subject: 'sale:hotmart:OLD' },
  ]);
});
