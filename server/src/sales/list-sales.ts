import type { Page } from '@funil/contract/console/page';
import type { SaleItem } from '@funil/contract/console/sales';
import { emailKey, phoneKey } from '@funil/contract/person';
import type { SaleState } from '@funil/contract/sale';
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { fold, hasWords, readSearch, wordsOf } from '../leads/contacts/search-words.ts';
import type { Database, Tables } from '../store/database.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import { toSaleItems } from './sale-items.ts';

interface SalesFilter {
  readonly q?: string | undefined;
  /** Moments in ms since 1970, the end excluded. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly state?: SaleState | undefined;
  readonly matched?: 'yes' | 'no' | undefined;
  readonly platform?: string | undefined;
  /** As its lead has them. */
  readonly source?: string | undefined;
  readonly campaign?: string | undefined;
}

interface SalesWanted {
  readonly filter: SalesFilter;
  readonly after: SaleCursor | null;
  readonly limit: number;
  /** Longest look, in ms. */
  readonly patience?: number;
}

/** Rows looked at in one statement where names and origins are compared here. */
const ROWS_PER_LOOK = 1_000;
const SEARCH_BUDGET_MS = 60;

/** A page of sales, the newest first, those of tests left out. It may be short, and not the last. */
export async function listSales(
  database: Database,
  { filter, after, limit, patience = SEARCH_BUDGET_MS }: SalesWanted,
): Promise<Page<SaleItem>> {
  const search = filter.q === undefined ? null : readSaleSearch(filter.q);
  const isLooked = Boolean(search?.isShown) || asksForOrigin(filter);
  const start = performance.now();
  const found: Found[] = [];
  let place = after;
  for (;;) {
    const most = isLooked ? ROWS_PER_LOOK : limit + 1;
    const rows = await readRows(database, { filter, search, place, most });
    const shown = search?.isShown ? rows.filter(search.isShown) : rows;
    found.push(...(await findOf(database, shown, filter, limit + 1 - found.length)));
    const last = rows.at(-1);
    const isEnd = rows.length < most || last === undefined;
    if (found.length > limit || isEnd || performance.now() - start > patience) {
      const page = found.slice(0, limit);
      const from = found.length > limit ? page.at(-1)?.row : isEnd ? undefined : last;
      const items = page.map(({ item }) => item);
      return { items, next: from ? formatSaleCursor(from) : null };
    }
    place = last;
  }
}

interface Found {
  readonly row: SaleRow;
  readonly item: SaleItem;
}

const asksForOrigin = ({ source, campaign }: SalesFilter) =>
  source !== undefined || campaign !== undefined;

/** What the rows show, as many as are wanted; an origin is its lead's, and compared here. */
async function findOf(
  database: Database,
  rows: readonly SaleRow[],
  filter: SalesFilter,
  most: number,
): Promise<Found[]> {
  const { source, campaign } = filter;
  const looked = asksForOrigin(filter) ? rows : rows.slice(0, most);
  const items = await toSaleItems(database, looked);
  const found: Found[] = [];
  for (const [index, row] of looked.entries()) {
    const item = items[index];
    if (!item || found.length === most) break;
    const { origin } = item;
    const isFrom =
      (source ?? origin?.source) === origin?.source &&
      (campaign ?? origin?.campaign) === origin?.campaign;
    if (isFrom) found.push({ row, item });
  }
  return found;
}

interface RowsWanted {
  readonly filter: SalesFilter;
  readonly search: SaleSearch | null;
  readonly place: SaleCursor | null;
  readonly most: number;
}

const begins = (column: 'transaction' | 'buyer_email', beginning: string) =>
  sql<SqlBool>`lower(${sql.ref(column)}) like ${`${beginning.replace(/[%_\\]/g, '\\$&')}%`} escape '\\'`;

const isMeant = (
  { or, exists, selectFrom }: ExpressionBuilder<Tables, 'sales'>,
  { kind, any, beginning }: NonNullable<SaleSearch['keys']>,
) =>
  or([
    exists(
      selectFrom('sale_keys')
        .select('sale_keys.key')
        .whereRef('sale_keys.platform', '=', 'sales.platform')
        .whereRef('sale_keys.sale_key', '=', 'sales.sale_key')
        .where('sale_keys.kind', '=', kind)
        .where('sale_keys.key', 'in', any),
    ),
    begins('transaction', beginning),
    begins('buyer_email', beginning),
  ]);

const isBeyond = (side: '<' | '>', place: SaleCursor | null | undefined) =>
  sql<SqlBool>`(begun_at, platform, sale_key) ${sql.raw(side)} (${place?.begun_at}, ${place?.platform}, ${place?.sale_key})`;

function readRows(database: Database, { filter, search, place, most }: RowsWanted) {
  const { from, until, state, matched, platform } = filter;
  const keys = search?.keys ?? null;
  return database
    .selectFrom('sales')
    .selectAll()
    .where('is_test', '=', false)
    .$if(place !== null, (query) => query.where(isBeyond('<', place)))
    .$if(from !== undefined, (query) =>
      query.where('begun_at', '>=', new Date(from ?? 0).toISOString()),
    )
    .$if(until !== undefined, (query) =>
      query.where('begun_at', '<', new Date(until ?? 0).toISOString()),
    )
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'paid'))
    .$if(matched === 'yes' || asksForOrigin(filter), (query) =>
      query.where('lead_source', 'is not', null),
    )
    .$if(matched === 'no', (query) => query.where('lead_source', 'is', null))
    .$if(platform !== undefined, (query) => query.where('platform', '=', platform ?? ''))
    .$call((query) => (keys === null ? query : query.where((builder) => isMeant(builder, keys))))
    .orderBy('begun_at', 'desc')
    .orderBy('platform', 'desc')
    .orderBy('sale_key', 'desc')
    .limit(most)
    .execute();
}

/** Where a sale stands in its list; the newest is first. */
export type SaleCursor = Pick<SaleRow, 'begun_at' | 'platform' | 'sale_key'>;

const formatSaleCursor = ({ begun_at, platform, sale_key }: SaleCursor): string =>
  Buffer.from(JSON.stringify([begun_at, platform, sale_key])).toString('base64url');

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Null: nobody got that from us. */
export function parseSaleCursor(text: string): SaleCursor | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(read) || read.length !== 3) return null;
    const [begun_at, platform, sale_key] = read.map(String);
    if (begun_at === undefined || platform === undefined || sale_key === undefined) return null;
    return MOMENT.test(begun_at) && !`${platform}${sale_key}`.includes('\0')
      ? { begun_at, platform, sale_key }
      : null;
  } catch {
    return null;
  }
}

/** What sales are looked for by: keys that lead to them, and what their rows show. */
interface SaleSearch {
  readonly keys: {
    readonly kind: 'phone' | 'email';
    readonly any: readonly string[];
    /** A transaction or an address that begins so is meant too. */
    readonly beginning: string;
  } | null;
  readonly isShown: ((row: SaleRow) => boolean) | null;
}

const EMAIL = /^\S+@\S+\.\S+$/;

/** Reads what an operator typed: a number, an address, a transaction, or a name; words as leads are found by. */
function readSaleSearch(text: string): SaleSearch {
  const beginning = fold(text.trim());
  if (EMAIL.test(beginning)) {
    return { keys: { kind: 'email', any: [emailKey(text)], beginning }, isShown: null };
  }
  const wanted = readSearch(text);
  const { prefixes, phoneKeys } = wanted;
  const isShown = (row: SaleRow) =>
    fold(row.transaction).startsWith(beginning) ||
    (prefixes.length > 0 && hasWords(toFound(row), wanted));
  return {
    keys: phoneKeys.length === 0 ? null : { kind: 'phone', any: phoneKeys, beginning },
    isShown: prefixes.length === 0 && phoneKeys.length > 0 ? null : isShown,
  };
}

const toFound = ({ transaction, buyer_name, buyer_phone, buyer_email }: SaleRow) => ({
  phoneKey: buyer_phone === null ? null : phoneKey(buyer_phone),
  words: [
    fold(transaction),
    ...wordsOf({ name: buyer_name ?? '', phone: buyer_phone ?? '', email: buyer_email }),
  ],
});

/** Sales in memory at once. */
const ALL_SALES_PAGE = 1_000;

/** All sales in the order they began, a page at a time: only those of tests, or only the others. */
export async function* readSalePages(
  database: Database,
  areTests: boolean,
): AsyncGenerator<SaleRow[]> {
  let last: SaleCursor | undefined;
  do {
    const rows: SaleRow[] = await database
      .selectFrom('sales')
      .selectAll()
      .where('is_test', '=', areTests)
      .$if(last !== undefined, (query) => query.where(isBeyond('>', last)))
      .orderBy('begun_at')
      .orderBy('platform')
      .orderBy('sale_key')
      .limit(ALL_SALES_PAGE)
      .execute();
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
  } while (last);
}
