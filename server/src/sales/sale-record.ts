import type { SaleBuyer, SaleRecord } from '@funil/contract/sale';
import type { Database } from '../store/database.ts';
import type { SaleRow } from '../store/sales-tables.ts';

export interface ListedSale {
  readonly sale: SaleRecord & Partial<SaleBuyer>;
  /** How many leads and applications spoke for the match. */
  readonly candidates: number;
}

export interface SalesWanted {
  /** Only those of tests, or only the others. */
  readonly areTests: boolean;
  readonly withBuyers: boolean;
}

/** Sales in memory at once. */
const PAGE = 1_000;

/** All sales, in the order they began, a page at a time. */
export async function* readSales(
  database: Database,
  wanted: SalesWanted,
): AsyncGenerator<ListedSale[]> {
  let last: SaleRow | undefined;
  for (;;) {
    const rows = await readPage(database, wanted, last);
    if (rows.length === 0) return;
    yield rows.map((row) => ({
      sale: { ...toSaleRecord(row), ...(wanted.withBuyers && toSaleBuyer(row)) },
      candidates: row.candidates,
    }));
    last = rows.at(-1);
  }
}

function readPage(database: Database, { areTests }: SalesWanted, last: SaleRow | undefined) {
  return database
    .selectFrom('sales')
    .selectAll()
    .where('is_test', '=', areTests ? 1 : 0)
    .$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('begun_at', 'platform', 'sale_key'),
          '>',
          tuple(last?.begun_at ?? '', last?.platform ?? '', last?.sale_key ?? ''),
        ),
      ),
    )
    .orderBy('begun_at')
    .orderBy('platform')
    .orderBy('sale_key')
    .limit(PAGE)
    .execute();
}

/** Returns what is shown of a stored sale, without its buyer. */
export const toSaleRecord = (row: SaleRow): SaleRecord => ({
  platform: row.platform,
  transaction: row.transaction,
  state: row.state,
  value_cents: row.value_cents,
  currency: row.currency,
  method: row.method,
  product: row.product_name ?? row.product_id,
  matched_by: row.matched_by,
  lead_ref: row.lead_ref,
  pending_at: row.pending_at,
  paid_at: row.paid_at,
  refunded_at: row.refunded_at,
  refunded_cents: row.refunded_cents,
});

export const toSaleBuyer = ({ buyer_name, buyer_email, buyer_phone }: SaleRow): SaleBuyer => ({
  buyer_name,
  buyer_email,
  buyer_phone,
});
