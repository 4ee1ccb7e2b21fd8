import type { Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { inChunks } from '../store/in-chunks.ts';
import { waitForLock } from '../store/locks.ts';
import type { NoticeAdapters } from './notice.ts';
import { readStored, type SaleId, type StoredNotice, toForgotten } from './notices.ts';

/** Notices changed in one transaction. */
const NOTICES_PER_TRANSACTION = 20;

/**
 * Takes the person out of sales and of the notices that told of them: sums, days and states stay, and
 * what comes later of the same sale finds them. A repeat of a notice stays a repeat.
 */
export async function eraseBuyerFromSales(
  database: Database,
  sales: readonly SaleId[],
  adapters: NoticeAdapters,
): Promise<void> {
  for (const sale of sales) {
    await database.transaction().execute(async (step) => {
      await waitForLock(step, 'sales');
      await forgetSale(step, sale, adapters);
    });
  }
}

/**
 * Takes the person out of notices that tell of no sale yet: what one of them tells besides stays, so that a
 * sale that was not read before comes to its sum and days; what nobody understood is emptied.
 */
export async function eraseBuyerFromNotices(
  database: Database,
  ids: readonly number[],
  adapters: NoticeAdapters,
): Promise<void> {
  for (const some of inChunks(ids, NOTICES_PER_TRANSACTION)) {
    await database.transaction().execute(async (step) => {
      await waitForLock(step, 'sales');
      const stored = await step
        .selectFrom('notices')
        .select(['id', 'platform', 'sale_key', 'headers', 'body', 'received_at'])
        .where('id', 'in', some)
        .execute();
      await forgetStored(step, stored, adapters);
      // Read since they were found: the sale says who bought.
      for (const { platform, sale_key } of stored) {
        if (sale_key !== null) await forgetSale(step, { platform, sale_key }, adapters);
      }
    });
  }
}

async function forgetStored(
  step: Kysely<Tables>,
  stored: readonly (StoredNotice & { readonly id: number })[],
  adapters: NoticeAdapters,
) {
  for (const notice of stored) {
    await step
      .updateTable('notices')
      .set(toForgotten(readStored(adapters, notice)))
      .where('id', '=', notice.id)
      .execute();
  }
}

async function forgetSale(
  step: Kysely<Tables>,
  { platform, sale_key }: SaleId,
  adapters: NoticeAdapters,
) {
  for (const table of ['sale_keys', 'sale_matches'] as const) {
    await step
      .deleteFrom(table)
      .where('platform', '=', platform)
      .where('sale_key', '=', sale_key)
      .execute();
  }
  const ofSale = await step
    .selectFrom('notices')
    .select(['id', 'platform', 'headers', 'body', 'received_at'])
    .where('platform', '=', platform)
    .where('sale_key', '=', sale_key)
    .execute();
  await forgetStored(step, ofSale, adapters);
  await step
    .updateTable('sales')
    .set({
      buyer_name: null,
      buyer_email: null,
      buyer_phone: null,
      matched_by: null,
      lead_source: null,
      lead_ref: null,
      lead_id: null,
      candidates: 0,
      subscription: null,
    })
    .where('platform', '=', platform)
    .where('sale_key', '=', sale_key)
    .execute();
}
