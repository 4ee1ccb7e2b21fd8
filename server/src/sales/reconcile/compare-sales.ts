import { withLock } from '../../store/locks.ts';
import { inChunks } from '../../store/queries/in-chunks.ts';
import type { Notice } from '../notices/notice.ts';
import type { ApiOptions, SalesPeriod } from '../platforms/api.ts';
import { type ReportOutcome, storeReports } from '../store-reports.ts';
import type { SalesDependencies } from '../update-sales.ts';
import type { PlatformApi } from './apis.ts';

export type CompareDependencies = SalesDependencies & ApiOptions;

const NO_SALES = {
  found: 0,
  newSales: 0,
  changedSales: 0,
  unreadableCount: 0,
  isWithoutPhones: false,
};

export type ComparisonCounts = typeof NO_SALES;

/** Transactions are short, so that leads, events and notices are stored between them. */
const SALES_PER_TRANSACTION = 20;

/** Stores what the platform reports of its sales if they are new or changed. @throws ApiFailure */
export async function compareSales(
  { platform, api }: PlatformApi,
  period: SalesPeriod,
  deps: CompareDependencies,
): Promise<ComparisonCounts> {
  const comparison = { ...NO_SALES };
  const seenKeys = new Set<string | null>();
  for await (const page of api.readSales(period, deps)) {
    const { notices, unreadableCount, isWithoutPhones = false } = page;
    comparison.unreadableCount += unreadableCount;
    comparison.isWithoutPhones ||= isWithoutPhones;
    const unseenNotices = notices.filter(({ saleKey }) => !seenKeys.has(saleKey));
    for (const { saleKey } of unseenNotices) seenKeys.add(saleKey);
    for (const chunk of inChunks(unseenNotices, SALES_PER_TRANSACTION)) {
      const outcomes = await storeBatch(platform, chunk, deps);
      comparison.newSales += outcomes.filter((outcome) => outcome === 'new').length;
      comparison.changedSales += outcomes.filter((outcome) => outcome === 'changed').length;
    }
    comparison.found = seenKeys.size;
  }
  return comparison;
}

function storeBatch(
  platform: string,
  notices: readonly Notice[],
  { database, adapters, attributionDays, now, signal }: CompareDependencies,
): Promise<readonly ReportOutcome[]> {
  signal.throwIfAborted();
  return withLock(database, 'sales', async (transaction) => {
    const reports = notices.map((notice) => ({ platform, notice }));
    return storeReports(transaction, reports, {
      source: 'api',
      importId: null,
      adapters,
      attributionDays,
      at: new Date(now()).toISOString(),
      isDryRun: false,
    });
  });
}
