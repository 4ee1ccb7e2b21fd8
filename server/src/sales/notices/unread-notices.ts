import type { SaleId } from '@funil/contract/sales/sale-subject';
import { sql } from 'kysely';
import type { Queryable } from '../../store/database.ts';
import { removeErasedBuyers } from './anonymous-notices.ts';
import type { NoticeAdapters } from './notice.ts';
import {
  ERASED_HEADERS,
  type NoticeReadings,
  readStoredNotices,
  selectStoredNotices,
} from './stored-notices.ts';

export async function readAndStoreUnreadNotices(
  database: Queryable,
  { adapters, limit }: { readonly adapters: NoticeAdapters; readonly limit: number },
): Promise<{ sales: SaleId[]; readings: NoticeReadings; isMore: boolean }> {
  const unreadNotices = await selectStoredNotices(database)
    .where('read_by', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  const isMore = unreadNotices.length === limit;
  const notices = await removeErasedBuyers(database, readStoredNotices(adapters, unreadNotices));
  const readingsById = new Map(notices.map(({ id, reading }) => [id, reading]));
  if (notices.length === 0) return { sales: [], readings: readingsById, isMore };
  const readingRows = notices.map(({ id, platform, reading }) => {
    const { noticeId, saleKey } = reading.ok ? reading.notice : { noticeId: null, saleKey: null };
    return sql`(cast(${id} as bigint), cast(${adapters[platform]?.adapterVersion ?? 0} as integer),
      cast(${reading.ok ? null : reading.reason} as text), cast(${noticeId} as text),
      cast(${saleKey} as text))`;
  });
  await sql`update ${sql.table('notices')} as stored
    set read_by = result.column2, read_error = result.column3, notice_id = result.column4,
      sale_key = result.column5
    from (values ${sql.join(readingRows)}) as result
    where stored.id in (${sql.join(unreadNotices.map(({ id }) => id))}) and stored.id = result.column1
  `.execute(database);
  // A notice that is read again may have belonged to another sale before; that sale is recomputed, too.
  const sales = notices.flatMap(({ platform, sale_key, reading }) =>
    [sale_key, reading.ok ? reading.notice.saleKey : null].flatMap((key) =>
      key === null ? [] : [{ platform, sale_key: key }],
    ),
  );
  return { sales, readings: readingsById, isMore };
}

/** Notices of erased buyers keep their reading. */
export async function markOutdatedUnread(database: Queryable, adapters: NoticeAdapters) {
  for (const { name, adapterVersion } of Object.values(adapters)) {
    await database
      .updateTable('notices')
      .set({ read_by: null, read_error: null })
      .where('platform', '=', name)
      .where('read_by', '<', adapterVersion)
      .where('headers', '!=', ERASED_HEADERS)
      .where('source', '=', 'notice')
      .execute();
  }
}

/** Notices that arrived while the machine's clock was behind seemed to come from the future, and are read again. */
export async function markFutureUnread(database: Queryable) {
  await database
    .updateTable('notices')
    .set({ read_by: null, read_error: null })
    .where('read_error', '=', 'future')
    .execute();
}
