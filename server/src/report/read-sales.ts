import { toSaleSubject } from '@funil/contract/sales/sale-subject';
import { sql } from 'kysely';
import { isLeadOfSale } from '../contacts/contact-ref.ts';
import {
  IS_FIRST_CHARGE,
  IS_OF_REAL_ORDER,
  IS_RENEWAL,
  VALUE_IN_REAIS,
} from '../sales/counted-charges.ts';
import type { Database } from '../store/database.ts';
import { readPages, toPage } from '../store/queries/read-pages.ts';
import type { SaleRefundRow, SaleRow } from '../store/sales-tables.ts';

/** UTMs are null if the lead is unknown. Times are ISO text in UTC. */
export interface ReportedSale
  extends Pick<
    SaleRow,
    | 'platform'
    | 'state'
    | 'method'
    | 'begun_at'
    | 'pending_at'
    | 'paid_at'
    | 'refunded_at'
    | 'chargeback_at'
    | 'lead_ref'
    | 'buyer_phone'
    | 'buyer_email'
  > {
  readonly sale_key: string;
  readonly product: string;
  /** In reais. For a sale in another currency: its net in reais. Null if neither is known. */
  readonly value_cents: number | null;
  readonly net_cents: number | null;
  /** Estimated fees and commissions; null if the net is known, or if no charge states fees to estimate from. */
  readonly estimated_fees_cents: number | null;
  /** Whether this is the order's first paid charge. SQLite stores booleans as numbers. */
  readonly isFirst: boolean | number;
  /** Whether this is a later charge of a subscription, by its number or by an earlier payment. */
  readonly isRenewal: boolean | number;
  readonly partialRefunds?: readonly Pick<SaleRefundRow, 'at' | 'cents'>[];
  /** `lead:<id>` or `application:<id>`; null if the lead is unknown or was erased. */
  readonly contactKey: string | null;
  readonly lead_stored_at: string | null;
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly content: string | null;
}

const SALES_PER_QUERY = 2_000;
const LEAD_UTMS = ['source', 'medium', 'campaign', 'content'];

/** Reads all periods, because first purchases and renewals depend on earlier charges. Tests are left out. */
export async function* readSales(database: Database): AsyncGenerator<ReportedSale> {
  const refundsBySale = await readPartialRefunds(database);
  const feeShares = await readFeeShares(database);
  const pages = readPages(async (last: StoredSale | null) =>
    toPage(await readSalesPage(database, last), SALES_PER_QUERY),
  );
  for await (const rows of pages) {
    for (const row of rows) {
      const feeShare = row.net_cents === null ? feeShares.get(feeKey(row)) : undefined;
      const estimated_fees_cents =
        feeShare === undefined ? null : Math.round(Number(row.value_cents ?? 0) * feeShare);
      const sale = { ...row, estimated_fees_cents };
      const partialRefunds = refundsBySale.get(toSaleSubject(sale));
      yield partialRefunds ? { ...sale, partialRefunds } : sale;
    }
  }
}

const feeKey = ({ platform, method }: Pick<ReportedSale, 'platform' | 'method'>) =>
  `${platform} ${method}`;

/** Returns the share of fees and commissions in the gross, from charges that state fees. */
async function readFeeShares(database: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<
    Pick<SaleRow, 'platform' | 'method'> & { fees: number; gross: number }
  >`
    select platform, method, sum(value_cents - net_cents) as fees, sum(value_cents) as gross
    from ${sql.table('sales')} as charge
    where net_cents is not null and value_cents > 0 and currency = 'BRL' and paid_at is not null
      and ${IS_OF_REAL_ORDER}
    group by platform, method`.execute(database);
  return new Map(rows.map((row) => [feeKey(row), Number(row.fees) / Number(row.gross)]));
}

type StoredSale = Omit<ReportedSale, 'estimated_fees_cents' | 'partialRefunds'>;

async function readSalesPage(database: Database, after: StoredSale | null): Promise<StoredSale[]> {
  const utms = LEAD_UTMS.map((utm) => {
    const column = `utm_${utm}`;
    return sql`coalesce(${sql.ref(`lead.${column}`)}, ${sql.ref(`application.${column}`)}) as ${sql.ref(utm)}`;
  });
  const sales = sql.table('sales');
  const isAfter = after
    ? sql`and (platform, sale_key) > (${after.platform}, ${after.sale_key})`
    : sql``;
  const { rows } = await sql<StoredSale>`
    select sale.platform, sale.sale_key, coalesce(sale.product_name, sale.product_id, '') as product,
      sale.state, sale.method, sale.begun_at, sale.pending_at, sale.paid_at, sale.refunded_at,
      sale.chargeback_at, sale.lead_ref, sale.buyer_phone, sale.buyer_email,
      ${VALUE_IN_REAIS} as value_cents, sale.net_cents,
      case when lead.id is not null then concat('lead:', lead.id)
        when application.id is not null then concat('application:', application.id) end as "contactKey",
      coalesce(lead.created_at, application.created_at) as lead_stored_at, ${sql.join(utms)},
      ${IS_FIRST_CHARGE} as "isFirst", ${IS_RENEWAL} as "isRenewal"
    from (
      select * from ${sales} as charge where ${IS_OF_REAL_ORDER} ${isAfter}
      order by platform, sale_key limit ${SALES_PER_QUERY}) as sale
    left join leads as lead on sale.lead_source = 'lead' and ${isLeadOfSale('lead', 'sale')}
    left join newest_applications as application
      on sale.lead_source = 'application' and application.id = sale.lead_ref
    order by sale.platform, sale.sale_key`.execute(database);
  return rows;
}

/** Partial refunds are rare, so those of all periods are read at once. */
async function readPartialRefunds(database: Database) {
  const rows = await database.selectFrom('sale_refunds').selectAll().execute();
  return Map.groupBy(rows, toSaleSubject);
}
