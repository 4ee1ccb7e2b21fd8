import { expect, test } from 'vitest';
import { notice as makeNotice } from '../../../testkit/make-notice.ts';
import type { Notice, SaleReport } from '../../src/sales/notice.ts';
import { ADAPTERS } from '../../src/sales/platforms/adapters.ts';
import { removeReports, storeReports } from '../../src/sales/store-reports.ts';
import type { Database } from '../../src/store/database.ts';
import { waitForLock } from '../../src/store/locks.ts';
import { STORES, usePostgres } from '../store/open-test-store.ts';
import { notice, send, startSales } from './start-sales.ts';

const postgres = await usePostgres();

const deps = { adapters: ADAPTERS, attributionDays: 30 };

const report = (saleKey: string, more: Partial<Notice> = {}): SaleReport => ({
  platform: 'hotmart',
  notice: makeNotice('paid', 3, { saleKey, transaction: saleKey, ...more }),
});

function store(
  database: Database,
  reports: readonly SaleReport[],
  { importId = null, isDryRun = false }: { importId?: number | null; isDryRun?: boolean } = {},
) {
  const source = importId === null ? 'api' : 'import';
  const now = new Date().toISOString();
  return database.transaction().execute(async (transaction) => {
    await waitForLock(transaction, 'sales');
    return storeReports(transaction, reports, { ...deps, source, importId, now, isDryRun });
  });
}

const SALES =
  'select "transaction", state, cast(value_cents as integer) as value_cents, source from funil.sales order by 1';

test.each(STORES)(
  '%s: stores only reports that change a sale, and none in a dry run',
  async (kind) => {
    await using sales = await startSales(kind, postgres, { hasUpdater: false });
    await using database = await sales.open();
    const reports = [report('HP1'), report('HP2'), report('HP1')];
    expect(await store(database, reports, { isDryRun: true })).toEqual(['new', 'new', 'known']);
    expect(await sales.query(SALES)).toEqual([]);
    expect(await store(database, reports)).toEqual(['new', 'new', 'known']);
    expect(await store(database, reports)).toEqual(['known', 'known', 'known']);
    const refund = report('HP2', { kind: 'refunded' });
    expect(await store(database, [refund])).toEqual(['changed']);
    expect(await sales.query(SALES)).toMatchObject([
      { transaction: 'HP1', state: 'paid', source: 'api' },
      { transaction: 'HP2', state: 'refunded', source: 'api' },
    ]);
  },
);

test.each(STORES)('%s: lets a notice take precedence, and announces it', async (kind) => {
  await using sales = await startSales(kind, postgres);
  await using database = await sales.open();
  await store(database, [report('HP1', { valueCents: 5 })], { importId: 1 });
  expect(await sales.query('select * from funil.sale_milestones')).toEqual([]);
  await send(sales.address, 'hotmart', notice({ transaction: 'HP1' }));
  await expect
    .poll(() => sales.query(SALES))
    .toMatchObject([{ transaction: 'HP1', value_cents: 149_710, source: 'notice' }]);
  expect(await sales.query('select state, is_late from funil.sale_milestones')).toHaveLength(1);
});

test.each(STORES)('%s: restores the former states when an import is removed', async (kind) => {
  await using sales = await startSales(kind, postgres, { hasUpdater: false });
  await using database = await sales.open();
  await store(database, [report('HP1'), report('HP2')], { importId: 1 });
  await store(database, [report('HP1', { kind: 'refunded' }), report('HP3')], { importId: 2 });
  const remove = (importId: number, limit: number) =>
    database.transaction().execute(async (transaction) => {
      await waitForLock(transaction, 'sales');
      const now = new Date().toISOString();
      return removeReports(transaction, { ...deps, now, importId, limit });
    });
  expect(await remove(2, 1)).toBe(1);
  expect(await remove(2, 10)).toBe(1);
  expect(await remove(2, 10)).toBe(0);
  expect(await sales.query(SALES)).toMatchObject([
    { transaction: 'HP1', state: 'paid' },
    { transaction: 'HP2', state: 'paid' },
  ]);
});
