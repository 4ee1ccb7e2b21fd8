import type { ListPage } from '@funil/contract/list-page';
import type { SaleId } from '@funil/contract/sales/sale-subject';
import type { SaleReportItem } from '@funil/contract/sales/sales';
import type { Database } from '../../store/database.ts';
import { toIdPage } from '../../store/queries/read-pages.ts';
import { isRowOfSales } from '../sale-id.ts';
import type { NoticeAdapters } from './notice.ts';
import { ERASED_MARK, readStoredNotices, selectStoredNotices } from './stored-notices.ts';

interface NoticesQuery {
  readonly beforeId: number | null;
  readonly limit: number;
  readonly isFailedOnly: boolean;
}

export async function listNotices(
  database: Database,
  { beforeId, limit, isFailedOnly }: NoticesQuery,
): Promise<ListPage<SaleReportItem>> {
  const rows = await database
    .selectFrom('notices')
    .select(['id', 'platform', 'received_at', 'source', 'read_error'])
    .$if(beforeId !== null, (query) => query.where('id', '<', beforeId))
    .$if(isFailedOnly, (query) => query.where('read_error', '<>', ERASED_MARK))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const notices = rows.map((row) => ({ ...row, kind: null }));
  return toIdPage(notices, limit);
}

const MAX_NOTICES_PER_SALE = 100;

export async function readSaleNotices(
  database: Database,
  sale: SaleId,
  adapters: NoticeAdapters,
): Promise<SaleReportItem[]> {
  const rows = await selectStoredNotices(database)
    .select('read_error')
    .where(isRowOfSales([sale]))
    .orderBy('id')
    .limit(MAX_NOTICES_PER_SALE)
    .execute();
  return readStoredNotices(adapters, rows).map(({ reading, ...row }) => {
    const { id, received_at, platform, source, read_error } = row;
    const kind = reading.ok ? reading.notice.kind : null;
    return { id, received_at, platform, source, read_error, kind };
  });
}

export async function readNoticeSummary(database: Database, limit: number) {
  const countAll = database.fn.countAll<number>().as('count');
  const notices = database.selectFrom('notices').select(countAll);
  const tests = database.selectFrom('sales').select(countAll).where('is_test', '=', true);
  const countRows = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }) =>
    Number((await query.executeTakeFirstOrThrow()).count);
  return {
    failed: (await listNotices(database, { beforeId: null, limit, isFailedOnly: true })).items,
    failedCount: await countRows(notices.where('read_error', '<>', ERASED_MARK)),
    notYetReadCount: await countRows(notices.where('read_by', 'is', null)),
    testSaleCount: await countRows(tests),
  };
}
