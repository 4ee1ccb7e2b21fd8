import type { Page } from '@funil/contract/console/page';
import type { SaleItem } from '@funil/contract/console/sales';
import { emailKey, phoneKey } from '@funil/contract/person';
import type { SaleState } from '@funil/contract/sale';
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import {
  matchesWords,
  parseSearch,
  searchWordsOf,
  toSearchText,
} from '../leads/contacts/search-words.ts';
import type { Database, Tables } from '../store/database.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import { toSaleItems } from './sale-items.ts';

interface SalesFilter {
  readonly q?: string | undefined;
  /** Ms since 1970; `until` is excluded. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly state?: SaleState | undefined;
  readonly matched?: 'yes' | 'no' | undefined;
  readonly platform?: string | undefined;
  /** Only sales that were ever paid, in the period of their payment. */
  readonly paid?: '1' | undefined;
  /** Only tests; left out: only real sales. */
  readonly test?: '1' | undefined;
  /** UTMs of the sale's lead. */
  readonly source?: string | undefined;
  readonly medium?: string | undefined;
  readonly campaign?: string | undefined;
  readonly content?: string | undefined;
}

interface SalesQuery {
  readonly filter: SalesFilter;
  readonly after: SaleCursor | null;
  readonly limit: number;
}

/** SQL cannot compare names and origins, so that a search reads this many rows at once. */
const ROWS_PER_SCAN = 1_000;
/** A search that takes longer returns a short page. */
const SCAN_BUDGET_MS = 60;

/** Returns a page of sales, the newest first. A page may be short without being the last. */
export async function listSales(
  database: Database,
  { filter, after, limit }: SalesQuery,
): Promise<Page<SaleItem>> {
  const search = filter.q === undefined ? null : readSaleSearch(filter.q);
  const batch = search?.matches || hasOrigin(filter) ? ROWS_PER_SCAN : limit + 1;
  const start = performance.now();
  const found: SaleItem[] = [];
  let cursor = after;
  for (;;) {
    const rows = await readRows(database, { filter, search, cursor, limit: batch });
    const matching = search?.matches ? rows.filter(search.matches) : rows;
    const wanted = hasOrigin(filter) ? matching : matching.slice(0, limit + 1 - found.length);
    const items = await toSaleItems(database, wanted);
    found.push(...items.filter((item) => isFromOrigin(item, filter)));
    cursor = rows.at(-1) ?? cursor;
    const isEnd = rows.length < batch;
    if (found.length > limit) {
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return { items: page, next: last ? formatSaleCursor({ ...last, sale_key: last.key }) : null };
    }
    if (isEnd || performance.now() - start > SCAN_BUDGET_MS) {
      return { items: found, next: isEnd || !cursor ? null : formatSaleCursor(cursor) };
    }
  }
}

const ORIGIN_FIELDS = ['source', 'medium', 'campaign', 'content'] as const;

const hasOrigin = (filter: SalesFilter) =>
  ORIGIN_FIELDS.some((field) => filter[field] !== undefined);

const isFromOrigin = ({ origin }: SaleItem, filter: SalesFilter) =>
  ORIGIN_FIELDS.every((field) => (filter[field] ?? origin?.[field]) === origin?.[field]);

interface RowsQuery {
  readonly filter: SalesFilter;
  readonly search: SaleSearch | null;
  readonly cursor: SaleCursor | null;
  readonly limit: number;
}

function readRows(database: Database, { filter, search, cursor, limit }: RowsQuery) {
  const { from, until, state, matched, platform, paid, test } = filter;
  let query = database
    .selectFrom('sales')
    .selectAll()
    .where('is_test', '=', test === '1');
  if (cursor) query = query.where(isBeyond('<', cursor));
  const time = paid ? 'paid_at' : 'begun_at';
  if (paid) query = query.where('paid_at', 'is not', null);
  if (from !== undefined) query = query.where(time, '>=', new Date(from).toISOString());
  if (until !== undefined) query = query.where(time, '<', new Date(until).toISOString());
  if (state !== undefined) query = query.where('state', '=', state);
  if (platform !== undefined) query = query.where('platform', '=', platform);
  if (matched === 'yes' || hasOrigin(filter)) query = query.where('lead_source', 'is not', null);
  if (matched === 'no') query = query.where('lead_source', 'is', null);
  const keys = search?.keys;
  if (keys) query = query.where((builder) => hasKeys(builder, keys));
  return query
    .orderBy('begun_at', 'desc')
    .orderBy('platform', 'desc')
    .orderBy('sale_key', 'desc')
    .limit(limit)
    .execute();
}

const hasPrefix = (column: 'transaction' | 'buyer_email', prefix: string) =>
  sql<SqlBool>`lower(${sql.ref(column)}) like ${`${prefix.replace(/[%_\\]/g, '\\$&')}%`} escape '\\'`;

const hasKeys = (
  { or, exists, selectFrom }: ExpressionBuilder<Tables, 'sales'>,
  { kind, values, prefix }: NonNullable<SaleSearch['keys']>,
) =>
  or([
    exists(
      selectFrom('sale_keys')
        .select('sale_keys.key')
        .whereRef('sale_keys.platform', '=', 'sales.platform')
        .whereRef('sale_keys.sale_key', '=', 'sales.sale_key')
        .where('sale_keys.kind', '=', kind)
        .where('sale_keys.key', 'in', values),
    ),
    hasPrefix('transaction', prefix),
    hasPrefix('buyer_email', prefix),
  ]);

const isBeyond = (side: '<' | '>', { begun_at, platform, sale_key }: SaleCursor) =>
  sql<SqlBool>`(begun_at, platform, sale_key) ${sql.raw(side)} (${begun_at}, ${platform}, ${sale_key})`;

/** A sale's position in the list. */
export type SaleCursor = Pick<SaleRow, 'begun_at' | 'platform' | 'sale_key'>;

const formatSaleCursor = ({ begun_at, platform, sale_key }: SaleCursor): string =>
  Buffer.from(JSON.stringify([begun_at, platform, sale_key])).toString('base64url');

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Returns null if the server did not issue the cursor. */
export function parseSaleCursor(text: string): SaleCursor | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parsed) || parsed.length !== 3) return null;
    const [begun_at = '', platform = '', sale_key = ''] = parsed.map(String);
    const isValid = ISO_TIME.test(begun_at) && !`${platform}${sale_key}`.includes('\0');
    return isValid ? { begun_at, platform, sale_key } : null;
  } catch {
    return null;
  }
}

interface SaleSearch {
  /** Conditions in SQL: contact keys, or a prefix of the transaction or the e-mail address. */
  readonly keys: {
    readonly kind: 'phone' | 'email';
    readonly values: readonly string[];
    readonly prefix: string;
  } | null;
  /** The condition on names; null if the SQL is enough. */
  readonly matches: ((row: SaleRow) => boolean) | null;
}

const EMAIL = /^\S+@\S+\.\S+$/;

/** Reads a search for a phone number, an e-mail address, a transaction or a name. */
function readSaleSearch(text: string): SaleSearch {
  const prefix = toSearchText(text.trim());
  if (EMAIL.test(prefix)) {
    return { keys: { kind: 'email', values: [emailKey(text)], prefix }, matches: null };
  }
  const search = parseSearch(text);
  const { prefixes, phoneKeys } = search;
  const matches = (row: SaleRow) =>
    toSearchText(row.transaction).startsWith(prefix) ||
    (prefixes.length > 0 && matchesWords(searchableOf(row), search));
  return {
    keys: phoneKeys.length === 0 ? null : { kind: 'phone', values: phoneKeys, prefix },
    matches: prefixes.length === 0 && phoneKeys.length > 0 ? null : matches,
  };
}

const searchableOf = ({ transaction, buyer_name, buyer_phone, buyer_email }: SaleRow) => ({
  phoneKey: buyer_phone === null ? null : phoneKey(buyer_phone),
  words: [
    toSearchText(transaction),
    ...searchWordsOf({ name: buyer_name ?? '', phone: buyer_phone ?? '', email: buyer_email }),
  ],
});

const ROWS_PER_PAGE = 1_000;

/** Yields all sales in the order they began, in pages: only tests, or only real sales. */
export async function* readSalePages(
  database: Database,
  areTests: boolean,
): AsyncGenerator<SaleRow[]> {
  let last: SaleCursor | undefined;
  do {
    let query = database.selectFrom('sales').selectAll().where('is_test', '=', areTests);
    if (last) query = query.where(isBeyond('>', last));
    const rows: SaleRow[] = await query
      .orderBy('begun_at')
      .orderBy('platform')
      .orderBy('sale_key')
      .limit(ROWS_PER_PAGE)
      .execute();
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
  } while (last);
}
