import type { Page } from '@funil/contract/console/page';
import type { SaleNotice } from '@funil/contract/console/sales';
import type { Database } from '../../store/database.ts';
import { inFunil } from '../../store/funil-tables.ts';
import { FORGOTTEN } from '../read-notices.ts';

interface NoticesWanted {
  /** Number of the last one of the page before; null: from the newest on. */
  readonly last: number | null;
  readonly limit: number;
  /** Only those that nobody understood. */
  readonly isUnread: boolean;
}

/** A page of notices, the newest first, without what they say of anybody. */
export async function listNotices(
  database: Database,
  { last, limit, isUnread }: NoticesWanted,
): Promise<Page<SaleNotice>> {
  const rows = await inFunil(database, database.dialect)
    .selectFrom('notices')
    .select(['id', 'platform', 'received_at', 'trouble'])
    .$if(last !== null, (query) => query.where('id', '<', last ?? 0))
    .$if(isUnread, (query) => query.where('trouble', '<>', FORGOTTEN))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit).map((row) => ({ ...row, kind: null }));
  const next = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: next ? String(next.id) : null };
}
