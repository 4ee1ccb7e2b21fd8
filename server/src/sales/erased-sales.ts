import { readErasingPeople } from '../contacts/erasing-people.ts';
import type { Queryable, Tables } from '../store/database.ts';
import { inChunks } from '../store/queries/in-chunks.ts';
import type { SaleReport } from './notices/notice.ts';

type PurchaseId = Tables['erased_sales'];

const PURCHASE_IDS_PER_STATEMENT = 500;

function purchaseIdsOf({ platform, notice }: SaleReport): PurchaseId[] {
  const { saleKey, transaction, alias, orderId, subscription } = notice;
  return [
    ...[saleKey, transaction, alias, orderId].map((key) => ({ kind: 'sale' as const, key })),
    { kind: 'subscription' as const, key: subscription },
  ].flatMap(({ kind, key }) => (key === null ? [] : [{ key, platform, kind }]));
}

const toIdText = ({ key, platform, kind }: PurchaseId) => JSON.stringify([key, platform, kind]);

export async function recordErasedPurchases(database: Queryable, reports: readonly SaleReport[]) {
  const idsByText = new Map(reports.flatMap(purchaseIdsOf).map((id) => [toIdText(id), id]));
  for (const chunk of inChunks([...idsByText.values()], PURCHASE_IDS_PER_STATEMENT)) {
    await database
      .insertInto('erased_sales')
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function findErasedReports<Report extends SaleReport>(
  database: Queryable,
  reports: readonly Report[],
): Promise<ReadonlySet<Report>> {
  const isErasing = await readErasingPeople(database);
  const keys = new Set(reports.flatMap(purchaseIdsOf).map(({ key }) => key));
  const erasedIds = new Set<string>();
  for (const chunk of inChunks([...keys], PURCHASE_IDS_PER_STATEMENT)) {
    const erasedQuery = database.selectFrom('erased_sales').selectAll().where('key', 'in', chunk);
    for (const id of await erasedQuery.execute()) erasedIds.add(toIdText(id));
  }
  const erasedReports = reports.filter((report) => {
    const { phones, email } = report.notice.buyer;
    const ids = purchaseIdsOf(report).map(toIdText);
    const isErased =
      ids.some((id) => erasedIds.has(id)) ||
      [null, ...phones].some((phone) => isErasing({ phone, email }));
    // A later report of the same purchase may name no contact.
    if (isErased) for (const id of ids) erasedIds.add(id);
    return isErased;
  });
  return new Set(erasedReports);
}

/** A shorter text in an unreadable notice, such as TMB's order number, may equal an erased id by chance. */
const MIN_PURCHASE_ID_LENGTH = 7;

export async function findUnreadableNoticesOfErased<
  Notice extends { platform: string; body: Uint8Array },
>(database: Queryable, notices: readonly Notice[]): Promise<ReadonlySet<Notice>> {
  const erasedNotices = new Set<Notice>();
  for (const notice of notices) {
    const texts =
      Buffer.from(notice.body)
        .toString('latin1')
        .match(/[\w-]+/g) ?? [];
    const ids = new Set(texts.filter(({ length }) => length >= MIN_PURCHASE_ID_LENGTH));
    for (const chunk of inChunks([...ids], PURCHASE_IDS_PER_STATEMENT)) {
      const erasedSale = await database
        .selectFrom('erased_sales')
        .select('key')
        .where('platform', '=', notice.platform)
        .where('key', 'in', chunk)
        .executeTakeFirst();
      if (erasedSale) erasedNotices.add(notice);
    }
  }
  return erasedNotices;
}
