import type { SaleId } from '@funil/contract/sales/sale-subject';
import { recordErasedPurchases } from '../sales/erased-sales.ts';
import { removeErasedBuyers, storeWithoutPerson } from '../sales/notices/anonymous-notices.ts';
import type { NoticeAdapters } from '../sales/notices/notice.ts';
import {
  ERASED_HEADERS,
  type NoticeWithReading,
  readStoredNotices,
  selectStoredNotices,
  toReadableReports,
} from '../sales/notices/stored-notices.ts';
import { removeMatches } from '../sales/recompute-sales.ts';
import { isRowOfSales } from '../sales/sale-id.ts';
import type { Database, Queryable } from '../store/database.ts';
import { withLock } from '../store/locks.ts';
import { inChunks } from '../store/queries/in-chunks.ts';

const NOTICES_PER_TRANSACTION = 20;

interface BuyerErasure {
  readonly adapters: NoticeAdapters;
  /** Whether the buyer asked for the erasure, so that later notices are stored without the buyer; false: by age. */
  readonly isRequested: boolean;
}

/** Sales keep their keys, and notices their digests, so that later notices find their sale, and repeats count once. */
export async function eraseBuyerFromSales(
  database: Database,
  sales: readonly SaleId[],
  erasure: BuyerErasure,
): Promise<void> {
  for (const sale of sales) {
    await withLock(database, 'sales', (transaction) => eraseFromSale(transaction, sale, erasure));
  }
}

export async function eraseBuyerFromNotices(
  database: Database,
  ids: readonly number[],
  erasure: BuyerErasure,
): Promise<void> {
  for (const chunk of inChunks(ids, NOTICES_PER_TRANSACTION)) {
    await withLock(database, 'sales', async (transaction) => {
      const storedNotices = await selectStoredNotices(transaction)
        .where('id', 'in', chunk)
        .execute();
      await eraseFromNotices(
        transaction,
        readStoredNotices(erasure.adapters, storedNotices),
        erasure,
      );
      // A notice that was read after the search may now belong to a sale, which then names the buyer.
      for (const { platform, sale_key } of storedNotices) {
        if (sale_key !== null) await eraseFromSale(transaction, { platform, sale_key }, erasure);
      }
    });
  }
}

export async function eraseFromUnreadNotices(
  database: Database,
  adapters: NoticeAdapters,
): Promise<void> {
  for (let lastId = 0, isMore = true; isMore; ) {
    await withLock(database, 'sales', async (transaction) => {
      const unread = await selectStoredNotices(transaction)
        .where('read_by', 'is', null)
        .where('headers', '<>', ERASED_HEADERS)
        .where('id', '>', lastId)
        .orderBy('id')
        .limit(NOTICES_PER_TRANSACTION)
        .execute();
      await removeErasedBuyers(transaction, readStoredNotices(adapters, unread));
      lastId = Number(unread.at(-1)?.id);
      isMore = unread.length === NOTICES_PER_TRANSACTION;
    });
  }
}

async function eraseFromNotices(
  transaction: Queryable,
  notices: readonly NoticeWithReading[],
  { isRequested }: BuyerErasure,
) {
  if (isRequested) await recordErasedPurchases(transaction, toReadableReports(notices));
  await storeWithoutPerson(transaction, notices);
}

async function eraseFromSale(transaction: Queryable, sale: SaleId, erasure: BuyerErasure) {
  for (const table of ['sale_keys', 'sale_matches'] as const) {
    await transaction
      .deleteFrom(table)
      .where(isRowOfSales([sale]))
      .execute();
  }
  const storedNotices = await selectStoredNotices(transaction)
    .where(isRowOfSales([sale]))
    .execute();
  await eraseFromNotices(transaction, readStoredNotices(erasure.adapters, storedNotices), erasure);
  await transaction
    .updateTable('sales')
    .set({
      buyer_name: null,
      buyer_email: null,
      buyer_phone: null,
      payment_code: null,
      payment_code_until: null,
      subscription: null,
    })
    .where(isRowOfSales([sale]))
    .execute();
  await removeMatches(transaction, [sale]);
}
