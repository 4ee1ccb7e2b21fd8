import type { Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { inChunks } from '../store/in-chunks.ts';
import { waitForLock } from '../store/locks.ts';
import type { NoticeAdapters } from './notice.ts';
import { readStored, type SaleId, type StoredNotice, withoutPerson } from './notices.ts';

const NOTICES_PER_TRANSACTION = 20;

/**
 * Erases the buyer from sales and their notices. Amounts, dates and states stay; later notices still find their sale,
 * and a repeated notice still counts once.
 */
export async function eraseBuyerFromSales(
  database: Database,
  sales: readonly SaleId[],
  adapters: NoticeAdapters,
): Promise<void> {
  for (const sale of sales) {
    await database.transaction().execute(async (transaction) => {
      await waitForLock(transaction, 'sales');
      await eraseFromSale(transaction, sale, adapters);
    });
  }
}

/** Erases the buyer from notices without a sale. A notice that could not be read is emptied. */
export async function eraseBuyerFromNotices(
  database: Database,
  ids: readonly number[],
  adapters: NoticeAdapters,
): Promise<void> {
  for (const chunk of inChunks(ids, NOTICES_PER_TRANSACTION)) {
    await database.transaction().execute(async (transaction) => {
      await waitForLock(transaction, 'sales');
      const stored = await transaction
        .selectFrom('notices')
        .select(['id', 'platform', 'sale_key', 'headers', 'body', 'received_at', 'source'])
        .where('id', 'in', chunk)
        .execute();
      await eraseFromStored(transaction, stored, adapters);
      // Notices read since they were found have a sale, which names the buyer.
      for (const { platform, sale_key } of stored) {
        if (sale_key !== null) await eraseFromSale(transaction, { platform, sale_key }, adapters);
      }
    });
  }
}

async function eraseFromStored(
  transaction: Kysely<Tables>,
  stored: readonly (StoredNotice & { readonly id: number })[],
  adapters: NoticeAdapters,
) {
  for (const notice of stored) {
    await transaction
      .updateTable('notices')
      .set(withoutPerson(readStored(adapters, notice)))
      .where('id', '=', notice.id)
      .execute();
  }
}

async function eraseFromSale(
  transaction: Kysely<Tables>,
  { platform, sale_key }: SaleId,
  adapters: NoticeAdapters,
) {
  for (const table of ['sale_keys', 'sale_matches'] as const) {
    await transaction
      .deleteFrom(table)
      .where('platform', '=', platform)
      .where('sale_key', '=', sale_key)
      .execute();
  }
  const notices = await transaction
    .selectFrom('notices')
    .select(['id', 'platform', 'headers', 'body', 'received_at', 'source'])
    .where((eb) => eb.and({ platform, sale_key }))
    .execute();
  await eraseFromStored(transaction, notices, adapters);
  await transaction
    .updateTable('sales')
    .set({
      buyer_name: null,
      buyer_email: null,
      buyer_phone: null,
      subscription: null,
      matched_by: null,
      lead_source: null,
      lead_ref: null,
      lead_id: null,
      candidates: 0,
    })
    .where((eb) => eb.and({ platform, sale_key }))
    .execute();
}
