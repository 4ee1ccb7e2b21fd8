import type { Page } from '@funil/contract/console/page';
import type { SaleItem, SaleState } from '@funil/contract/console/sales';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { inFunil, type SaleRow } from '../../store/sales-tables.ts';
import { type SalePlace, writeSalePlace } from './sale-cursor.ts';
import { toSaleItems } from './sale-items.ts';
import { readSaleSearch, type SaleSearch } from './sale-search.ts';

export interface SalesFilter {
  readonly q?: string | undefined;
  /** Moments in ms since 1970, the end excluded. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly state?: SaleState | undefined;
  readonly matched?: 'yes' | 'no' | undefined;
  readonly platform?: string | undefined;
}

export interface SalesWanted {
  readonly filter: SalesFilter;
  readonly after: SalePlace | null;
  readonly limit: number;
}

/** Rows looked at in one statement where names are compared here. */
const WINDOW = 1_000;
/** Longest look, in ms. */
const PATIENCE = 60;

const placeOf = (row: SaleRow): SalePlace => ({
  begunAt: row.begun_at,
  platform: row.platform,
  saleKey: row.sale_key,
});

/** A page of sales, the newest first, those of tests left out. It may be short, and not the last. */
export async function listSales(
  database: Database,
  { filter, after, limit }: SalesWanted,
): Promise<Page<SaleItem>> {
  const search = filter.q === undefined ? null : readSaleSearch(filter.q);
  const isLooked = search !== null && search.isShown !== null;
  const start = performance.now();
  const found: SaleRow[] = [];
  let place = after;
  for (;;) {
    const most = isLooked ? WINDOW : limit + 1;
    const rows = await readRows(database, { filter, search, place, most });
    for (const row of rows) {
      if (!isLooked || search.isShown?.(row)) found.push(row);
      if (found.length > limit) break;
    }
    const last = rows.at(-1);
    const isEnd = rows.length < most || last === undefined;
    if (found.length > limit || isEnd || performance.now() - start > PATIENCE) {
      const page = found.slice(0, limit);
      const isCut = found.length > limit;
      const from = isCut ? page.at(-1) : isEnd ? undefined : last;
      const items = await toSaleItems(database, page);
      return { items, next: from ? writeSalePlace(placeOf(from)) : null };
    }
    place = placeOf(last);
  }
}

interface RowsWanted {
  readonly filter: SalesFilter;
  readonly search: SaleSearch | null;
  readonly place: SalePlace | null;
  readonly most: number;
}

function readRows(database: Database, { filter, search, place, most }: RowsWanted) {
  const { from, until, state, matched, platform } = filter;
  const { dialect } = database;
  const keys = search?.keys ?? null;
  return inFunil(database, dialect)
    .selectFrom('sales')
    .selectAll()
    .where('is_test', '=', dialect === 'sqlite' ? 0 : false)
    .$if(place !== null, (query) =>
      query.where(
        sql<SqlBool>`(begun_at, platform, sale_key) < (${place?.begunAt}, ${place?.platform}, ${place?.saleKey})`,
      ),
    )
    .$if(from !== undefined, (query) =>
      query.where('begun_at', '>=', new Date(from ?? 0).toISOString()),
    )
    .$if(until !== undefined, (query) =>
      query.where('begun_at', '<', new Date(until ?? 0).toISOString()),
    )
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'paid'))
    .$if(matched === 'yes', (query) => query.where('lead_source', 'is not', null))
    .$if(matched === 'no', (query) => query.where('lead_source', 'is', null))
    .$if(platform !== undefined, (query) => query.where('platform', '=', platform ?? ''))
    .$if(keys !== null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('sale_keys')
            .select('sale_keys.key')
            .whereRef('sale_keys.platform', '=', 'sales.platform')
            .whereRef('sale_keys.sale_key', '=', 'sales.sale_key')
            .where('sale_keys.kind', '=', keys?.kind ?? 'phone')
            .where('sale_keys.key', '=', keys?.key ?? ''),
        ),
      ),
    )
    .orderBy('begun_at', 'desc')
    .orderBy('platform', 'desc')
    .orderBy('sale_key', 'desc')
    .limit(most)
    .execute();
}
