import type { Database } from '../store/database.ts';
import { inFunil } from '../store/funil-tables.ts';
import type { SaleRow } from '../store/sales-tables.ts';
import { FORGOTTEN } from './read-notices.ts';

/** A sale as it is told: moments are ISO texts in UTC. */
export interface SaleFact {
  platform: string;
  transaction: string;
  state: SaleRow['state'];
  value_cents: number | null;
  currency: string;
  method: string | null;
  product: string | null;
  matched_by: SaleRow['matched_by'];
  lead_ref: string | null;
  pending_at: string | null;
  paid_at: string | null;
  refunded_at: string | null;
  /** What went back, of the value; null: the value is not known. */
  refunded_cents: number | null;
}

export interface SaleBuyer {
  buyer_name: string | null;
  buyer_email: string | null;
  buyer_phone: string | null;
}

export interface ListedSale {
  readonly sale: SaleFact & Partial<SaleBuyer>;
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
      sale: toFact(row, wanted.withBuyers),
      candidates: row.candidates,
    }));
    last = rows.at(-1);
  }
}

function readPage(database: Database, { areTests }: SalesWanted, last: SaleRow | undefined) {
  return inFunil(database, database.dialect)
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

function toFact(row: SaleRow, withBuyers: boolean): SaleFact & Partial<SaleBuyer> {
  const { buyer_name, buyer_email, buyer_phone } = row;
  return {
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
    ...(withBuyers && { buyer_name, buyer_email, buyer_phone }),
  };
}

/** A notice that was kept and not understood. */
export interface OddNotice {
  readonly id: number;
  readonly platform: string;
  readonly received_at: string;
  readonly trouble: string;
}

/** Notices that were not understood, the newest first, and how many there are of what waits or is apart. */
export async function readNoticeState(database: Database, most: number) {
  const funil = inFunil(database, database.dialect);
  const odd = await funil
    .selectFrom('notices')
    .select(['id', 'platform', 'received_at', 'trouble'])
    .where('trouble', '<>', FORGOTTEN)
    .orderBy('id', 'desc')
    .limit(most)
    .$castTo<OddNotice>()
    .execute();
  const countAll = funil.fn.countAll<number>().as('n');
  const notices = funil.selectFrom('notices').select(countAll);
  const tests = funil.selectFrom('sales').select(countAll).where('is_test', '=', 1);
  const count = async (query: { executeTakeFirstOrThrow(): Promise<{ n: number }> }) =>
    Number((await query.executeTakeFirstOrThrow()).n);
  return {
    odd,
    oddCount: await count(notices.where('trouble', '<>', FORGOTTEN)),
    unread: await count(notices.where('read_by', 'is', null)),
    tests: await count(tests),
  };
}
