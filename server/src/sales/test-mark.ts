import type { Database } from '../store/database.ts';
import { waitForLock } from '../store/locks.ts';
import type { NoticeAdapters } from './notice.ts';
import type { SaleId } from './notices.ts';
import { recomputeSales } from './recompute-sales.ts';

interface TestMarkChange {
  readonly sale: SaleId;
  /** Whether the sale is an operator's own test purchase, which no total counts. */
  readonly isTest: boolean;
  /** The operator's e-mail address. */
  readonly by: string;
  /** In ms since 1970. */
  readonly now: number;
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
}

/** Adds or removes an operator's test mark and recomputes the sale. Repeating it changes nothing. */
export function setTestMark(
  database: Database,
  { sale, isTest, by, now: timeMs, adapters, attributionDays }: TestMarkChange,
): Promise<void> {
  const now = new Date(timeMs).toISOString();
  return database.transaction().execute(async (transaction) => {
    await waitForLock(transaction, 'sales');
    if (isTest) {
      await transaction
        .insertInto('sale_test_marks')
        .values({ ...sale, marked_by: by, marked_at: now })
        .onConflict((conflict) => conflict.columns(['platform', 'sale_key']).doNothing())
        .execute();
    } else {
      await transaction
        .deleteFrom('sale_test_marks')
        .where('platform', '=', sale.platform)
        .where('sale_key', '=', sale.sale_key)
        .execute();
    }
    const options = { adapters, attributionDays, now, parsedNotices: new Map() };
    await recomputeSales(transaction, [sale], options);
  });
}
