import type { Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { waitForLock } from '../store/locks.ts';
import type { NoticeAdapters } from './notice.ts';
import type { SaleId } from './notices.ts';
import { recomputeSales } from './recompute-sales.ts';

interface Decision {
  readonly sale: SaleId;
  /** The operator's e-mail address. */
  readonly by: string;
  /** In ms since 1970. */
  readonly now: number;
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
}

interface TestMarkChange extends Decision {
  /** Whether the sale is an operator's own test purchase, which no total counts. */
  readonly isTest: boolean;
}

/** Adds or removes an operator's test mark and recomputes the sale. Repeating it changes nothing. */
export const setTestMark = (database: Database, change: TestMarkChange): Promise<void> =>
  decide(database, change, async (transaction, marked_at) => {
    const { sale, isTest, by: marked_by } = change;
    if (!isTest) return removeFrom(transaction, 'sale_test_marks', sale);
    await transaction
      .insertInto('sale_test_marks')
      .values({ ...sale, marked_by, marked_at })
      .onConflict((conflict) => conflict.columns(['platform', 'sale_key']).doNothing())
      .execute();
  });

interface RefundAmountChange extends Decision {
  /** The partial refund whose amount no notice states, in centavos; null: unknown again. */
  readonly cents: number | null;
}

/** Stores or removes the amount of a partial refund that an operator states, and recomputes the sale. */
export const setRefundAmount = (database: Database, change: RefundAmountChange): Promise<void> =>
  decide(database, change, async (transaction, stated_at) => {
    const { sale, cents, by: stated_by } = change;
    await removeFrom(transaction, 'sale_refund_amounts', sale);
    if (cents === null) return;
    const row = { ...sale, cents, stated_by, stated_at };
    await transaction.insertInto('sale_refund_amounts').values(row).execute();
  });

async function removeFrom(
  transaction: Kysely<Tables>,
  table: 'sale_test_marks' | 'sale_refund_amounts',
  { platform, sale_key }: SaleId,
): Promise<void> {
  await transaction
    .deleteFrom(table)
    .where('platform', '=', platform)
    .where('sale_key', '=', sale_key)
    .execute();
}

/** Writes a decision and recomputes its sale. `write` receives the time as ISO text. */
function decide(
  database: Database,
  { sale, now: timeMs, adapters, attributionDays }: Decision,
  write: (transaction: Kysely<Tables>, now: string) => Promise<void>,
): Promise<void> {
  const now = new Date(timeMs).toISOString();
  return database.transaction().execute(async (transaction) => {
    await waitForLock(transaction, 'sales');
    await write(transaction, now);
    const options = { adapters, attributionDays, now, parsedNotices: new Map() };
    await recomputeSales(transaction, [sale], options);
  });
}
