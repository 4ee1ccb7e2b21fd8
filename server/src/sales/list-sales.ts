import type { CreativeOrigin } from '@funil/contract/ads/origin-levels';
import { toSearchText, withoutFormatCharacters } from '@funil/contract/characters';
import { emailKey, phoneKey } from '@funil/contract/contacts/person';
import type { ListPage } from '@funil/contract/list-page';
import type { SaleState } from '@funil/contract/sales/sale-record';
import { MAX_PLATFORM_LENGTH, MAX_SALE_KEY_LENGTH } from '@funil/contract/sales/sale-subject';
import type { SaleItem } from '@funil/contract/sales/sales';
import { storableText } from '@funil/contract/text';
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import { addSpellings, choiceKey } from '../contacts/list/count-choices.ts';
import { matchesWords, parseSearch, searchWordsOf } from '../contacts/list/search-words.ts';
import type { Database, Tables } from '../store/database.ts';
import { createCursor, cursorTime } from '../store/queries/cursor.ts';
import { cutPage, type RowPage, readPages, toPage } from '../store/queries/read-pages.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import {
  addBuyerPersonCards,
  type SaleItemWithoutPersonCard,
  toItemsWithoutPersonCards,
} from './sale-items.ts';

type OriginFilter = Readonly<Partial<Record<keyof CreativeOrigin, readonly string[] | undefined>>>;

export interface SalesFilter extends OriginFilter {
  readonly q?: string | undefined;
  /** In ms since 1970; `until` is excluded. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly state?: readonly SaleState[] | undefined;
  readonly matched?: 'yes' | 'no' | undefined;
  readonly platform?: readonly string[] | undefined;
  readonly product?: readonly string[] | undefined;
  /** `1`: only sales that were ever paid, and `from` and `until` are compared with the time of the payment. */
  readonly paid?: '1' | undefined;
  readonly test?: '1' | undefined;
}

type SaleOrder = 'newest' | 'oldest' | 'value' | 'begun';

interface SalesQuery {
  readonly filter: SalesFilter;
  readonly sort?: SaleOrder;
  readonly after: SalePosition | null;
  readonly limit: number;
}

/** SQL cannot compare names and origins, so such a search reads more rows at a time than it returns. */
const ROWS_PER_SCAN = 1_000;
/** After this time, a search returns the sales that it has found, even if the page is not full. */
const SCAN_BUDGET_MS = 60;

export async function listSales(
  database: Database,
  query: SalesQuery,
): Promise<ListPage<SaleItem>> {
  const { items, next } = await findSales(database, query);
  return {
    items: await addBuyerPersonCards(database, items),
    next: next && SALE_CURSOR.format(next),
  };
}

async function findSales(
  database: Database,
  { filter, sort = 'newest', after, limit }: SalesQuery,
): Promise<RowPage<SaleItemWithoutPersonCard, SalePosition>> {
  const search = filter.q === undefined ? null : parseSaleSearch(filter.q);
  const rowsPerRead = search?.matchesRow || hasOriginFilter(filter) ? ROWS_PER_SCAN : limit + 1;
  const start = performance.now();
  const foundItems: SaleItemWithoutPersonCard[] = [];
  let position = after;
  for (;;) {
    const rows = await readSaleRows(database, {
      filter,
      sort,
      search,
      after: position,
      limit: rowsPerRead,
    });
    const matchingRows = search?.matchesRow ? rows.filter(search.matchesRow) : rows;
    const neededRows = hasOriginFilter(filter)
      ? matchingRows
      : matchingRows.slice(0, limit + 1 - foundItems.length);
    const items = await toItemsWithoutPersonCards(database, neededRows);
    foundItems.push(...items.filter((item) => isFromOrigin(item, filter)));
    const lastRow = rows.at(-1);
    if (lastRow) position = toPosition(sort, lastRow);
    const isLastRead = rows.length < rowsPerRead;
    if (foundItems.length > limit) {
      const { items: slice, next: last } = cutPage(foundItems, limit);
      return { items: slice, next: last && toPosition(sort, { ...last, sale_key: last.key }) };
    }
    if (isLastRead || performance.now() - start > SCAN_BUDGET_MS) {
      return { items: foundItems, next: isLastRead ? null : position };
    }
  }
}

const SALES_PER_READ = 1_000;

export const listAllSales = (database: Database, filter: SalesFilter, perRead = SALES_PER_READ) =>
  readPages((after: SalePosition | null) => findSales(database, { filter, after, limit: perRead }));

export const ORIGIN_FIELDS = ['source', 'medium', 'campaign', 'content'] as const;

const hasOriginFilter = (filter: SalesFilter) =>
  ORIGIN_FIELDS.some((field) => filter[field] !== undefined);

const isFromOrigin = ({ origin }: Pick<SaleItem, 'origin'>, filter: SalesFilter) =>
  ORIGIN_FIELDS.every((field) => {
    const keys = filter[field]?.map(choiceKey);
    return keys === undefined || (origin !== null && keys.includes(choiceKey(origin[field])));
  });

interface SaleRowsQuery {
  readonly filter: SalesFilter;
  readonly sort: SaleOrder;
  readonly search: SaleSearch | null;
  readonly after: SalePosition | null;
  readonly limit: number;
}

const toIsoTime = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

function readSaleRows(database: Database, { filter, sort, search, after, limit }: SaleRowsQuery) {
  const { matched, paid, test, state = null, platform = null, product = null } = filter;
  const [from, until] = [toIsoTime(filter.from), toIsoTime(filter.until)];
  const { expression: orderColumn, direction } = SALE_ORDERS[sort];
  const { kind = 'phone', keys = [], prefix = '' } = search ?? {};
  const timeColumn = paid ? 'paid_at' : 'begun_at';
  const isMatched = matched === 'yes' || hasOriginFilter(filter);
  return database
    .selectFrom('sales')
    .selectAll()
    .where('is_test', '=', test === '1')
    .$if(after !== null, (query) => query.where(isBeyond(sort, after)))
    .$if(paid === '1', (query) => query.where('paid_at', 'is not', null))
    .$if(from !== null, (query) => query.where(timeColumn, '>=', from))
    .$if(until !== null, (query) => query.where(timeColumn, '<', until))
    .$if(state !== null, (query) => query.where('state', 'in', state))
    .$if(platform !== null, (query) => query.where('platform', 'in', platform))
    .$if(product !== null, (query) => query.where(PRODUCT_NAME, 'in', product))
    .$if(isMatched, (query) => query.where('lead_source', 'is not', null))
    .$if(matched === 'no', (query) => query.where('lead_source', 'is', null))
    .$if(keys.length > 0, (query) => query.where(matchesKeyOrPrefix({ kind, keys, prefix })))
    .orderBy(orderColumn, direction)
    .orderBy('platform', direction)
    .orderBy('sale_key', direction)
    .limit(limit)
    .execute();
}

const PRODUCT_NAME = sql<string | null>`coalesce(product_name, product_id)`;

export async function findProductSpellings(
  database: Database,
  products: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (products === undefined) return undefined;
  const rows = await database
    .selectFrom('sales')
    .select(PRODUCT_NAME.as('name'))
    .distinct()
    .execute();
  const names = rows.flatMap(({ name }) => name ?? []);
  return addSpellings(products, names);
}

const SALE_ORDERS = {
  newest: { expression: sql<string>`coalesce(paid_at, begun_at)`, direction: 'desc' },
  oldest: { expression: sql<string>`coalesce(paid_at, begun_at)`, direction: 'asc' },
  value: { expression: sql<number>`coalesce(value_cents, -1)`, direction: 'desc' },
  begun: { expression: sql<string>`begun_at`, direction: 'asc' },
} as const;

const SALE_CURSOR = createCursor({
  at: z.union([z.int(), cursorTime]),
  platform: storableText(MAX_PLATFORM_LENGTH),
  sale_key: storableText(MAX_SALE_KEY_LENGTH),
});

type SalePosition = Parameters<typeof SALE_CURSOR.format>[0];

export function parseSaleCursor(cursor: string | undefined, sort: SaleOrder) {
  const position = SALE_CURSOR.parse(cursor);
  if (position === null || position === 'invalid') return position;
  return typeof position.at === (sort === 'value' ? 'number' : 'string') ? position : 'invalid';
}

type PositionRow = Pick<SaleRow, 'platform' | 'sale_key' | 'begun_at' | 'paid_at' | 'value_cents'>;

function toPosition(sort: SaleOrder, row: PositionRow): SalePosition {
  const { platform, sale_key, begun_at, paid_at, value_cents } = row;
  const time = sort === 'begun' ? begun_at : (paid_at ?? begun_at);
  return { at: sort === 'value' ? (value_cents ?? -1) : time, platform, sale_key };
}

function isBeyond(sort: SaleOrder, position: SalePosition | null) {
  const { expression, direction } = SALE_ORDERS[sort];
  const operator = sql.raw(direction === 'desc' ? '<' : '>');
  return sql<SqlBool>`(${expression}, platform, sale_key)
    ${operator} (${position?.at}, ${position?.platform}, ${position?.sale_key})`;
}

const hasPrefix = (column: 'transaction' | 'buyer_email', prefix: string) =>
  sql<SqlBool>`lower(${sql.ref(column)}) like ${`${prefix.replace(/[%_\\]/g, '\\$&')}%`} escape '\\'`;

const matchesKeyOrPrefix =
  ({ kind, keys, prefix }: Omit<SaleSearch, 'matchesRow'>) =>
  ({ or, exists, selectFrom }: ExpressionBuilder<Tables, 'sales'>) =>
    or([
      exists(
        selectFrom('sale_keys')
          .select('sale_keys.key')
          .whereRef('sale_keys.platform', '=', 'sales.platform')
          .whereRef('sale_keys.sale_key', '=', 'sales.sale_key')
          .where('sale_keys.kind', '=', kind)
          .where('sale_keys.key', 'in', keys),
      ),
      hasPrefix('transaction', prefix),
      hasPrefix('buyer_email', prefix),
    ]);

interface SaleSearch {
  readonly kind: 'phone' | 'email';
  /** Without keys, SQL finds all rows. */
  readonly keys: readonly string[];
  readonly prefix: string;
  /** A condition that SQL cannot express; null: SQL finds exactly the right rows. */
  readonly matchesRow: ((row: SaleRow) => boolean) | null;
}

const EMAIL_SEARCH = /^\S+@\S+\.\S+$/;

function parseSaleSearch(typedText: string): SaleSearch {
  const text = withoutFormatCharacters(typedText);
  const prefix = toSearchText(text.trim());
  if (EMAIL_SEARCH.test(prefix)) {
    return { kind: 'email', keys: [emailKey(text)], prefix, matchesRow: null };
  }
  const search = parseSearch(text);
  const { prefixes, phoneKeys } = search;
  const matchesRow = (row: SaleRow) =>
    toSearchText(row.transaction).startsWith(prefix) ||
    (prefixes.length > 0 && matchesWords(searchableOf(row), search));
  return {
    kind: 'phone',
    keys: phoneKeys,
    prefix,
    matchesRow: prefixes.length === 0 && phoneKeys.length > 0 ? null : matchesRow,
  };
}

const searchableOf = ({ transaction, buyer_name, buyer_phone, buyer_email }: SaleRow) => ({
  phoneKey: buyer_phone === null ? null : phoneKey(buyer_phone),
  words: [
    toSearchText(transaction),
    ...searchWordsOf({ name: buyer_name ?? '', phone: buyer_phone ?? '', email: buyer_email }),
  ],
});

export const readSalePages = (database: Database, areTests: boolean) =>
  readPages(async (last: SaleRow | null) => {
    const rows = await readSaleRows(database, {
      filter: { test: areTests ? '1' : undefined },
      sort: 'begun',
      search: null,
      after: last && toPosition('begun', last),
      limit: SALES_PER_READ,
    });
    return toPage(rows, SALES_PER_READ);
  });
