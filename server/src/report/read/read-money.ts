import { sql } from 'kysely';
import { FORGOTTEN } from '../../sales/read-notices.ts';
import type { Database } from '../../store/database.ts';
import { funilTable, inFunil } from '../../store/funil-tables.ts';
import type { Creative } from '../model.ts';
import { isWithin } from './is-within.ts';
import type { ReportSource } from './read-report.ts';

interface PartialRefund {
  readonly at: string;
  readonly cents: number;
}

/** A sale, and the lead or application it came from; moments are ISO texts in UTC. */
export interface SoldRow {
  readonly platform: string;
  readonly product: string;
  readonly state: string;
  /** Null: not told, or not in reais. */
  readonly value_cents: number | null;
  readonly pending_at: string | null;
  readonly paid_at: string | null;
  readonly refunded_at: string | null;
  readonly chargeback_at: string | null;
  /** What went back before all of it did; left out: nothing. */
  readonly partialRefunds?: readonly PartialRefund[];
  readonly lead_ref: string | null;
  /** When its lead's row was stored, and that lead's own UTMs; null: the lead is not known. */
  readonly lead_stored_at: string | null;
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly content: string | null;
}

/** Leads, or applications, of one creative. */
export interface CountRow extends Creative {
  readonly n: number;
}

/** All that the money of a report is made of. */
export interface MoneyRows {
  readonly sales: SoldRow[];
  readonly leads: CountRow[];
  readonly applications: CountRow[];
  readonly hasNotices: boolean;
  readonly notUnderstood: number;
}

const MOMENTS = ['pending_at', 'paid_at', 'refunded_at', 'chargeback_at'];
const UTMS = ['source', 'medium', 'campaign', 'content'];

/** Sales of which anything happened in the period; tests left out. */
async function readSales({ database, period }: ReportSource): Promise<SoldRow[]> {
  const sales = funilTable(database.dialect, 'sales');
  const moments = MOMENTS.map((moment) => sql`(${isWithin(sql.ref(`sale.${moment}`), period)})`);
  const utms = UTMS.map((utm) => {
    const column = `utm_${utm}`;
    return sql`coalesce(${sql.ref(`lead.${column}`)}, ${sql.ref(`application.${column}`)}) as ${sql.ref(utm)}`;
  });
  const refunds = await readPartialRefunds(database);
  const isPartlyRefunded = sql`exists (
    select 1 from ${funilTable(database.dialect, 'sale_refunds')} as part
    where part.platform = sale.platform and part.sale_key = sale.sale_key
      and ${isWithin(sql`part.at`, period)})`;
  const { rows } = await sql<SoldRow & { sale_key: string }>`
    select sale.platform, sale.sale_key, coalesce(sale.product_name, sale.product_id, '') as product, sale.state,
      case when sale.currency = 'BRL' then sale.value_cents end as value_cents,
      ${sql.join(MOMENTS.map((moment) => sql.ref(`sale.${moment}`)))},
      sale.lead_ref, coalesce(lead.created_at, application.created_at) as lead_stored_at,
      ${sql.join(utms)}
    from ${sales} as sale
    left join leads as lead on sale.lead_source = 'lead' and lead.id = sale.lead_id
      and (sale.lead_ref is null or lead.idempotency_key = sale.lead_ref)
    left join newest_applications as application
      on sale.lead_source = 'application' and application.id = sale.lead_ref
    where not sale.is_test
      and (${sql.join([...moments, isPartlyRefunded], sql` or `)})`.execute(database);
  return rows.map(({ sale_key, ...sale }) => {
    const partialRefunds = refunds.get(`${sale.platform} ${sale_key}`);
    return partialRefunds ? { ...sale, partialRefunds } : sale;
  });
}

/** Partial refunds of all time, by their sales; they are rare. */
async function readPartialRefunds(database: Database) {
  const rows = await inFunil(database, database.dialect)
    .selectFrom('sale_refunds')
    .selectAll()
    .execute();
  return Map.groupBy(rows, ({ platform, sale_key }) => `${platform} ${sale_key}`);
}

/** By their own UTMs, so that one whose visit is not known counts, too. */
async function countByOrigin(
  { database, period }: ReportSource,
  table: 'leads' | 'newest_applications',
): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select utm_source as source, utm_medium as medium, utm_campaign as campaign,
      utm_content as content, count(*) as n
    from ${sql.table(table)} where ${isWithin(sql`created_at`, period)}
    group by 1, 2, 3, 4`.execute(database);
  return rows.map(({ n, ...origin }) => ({ ...origin, n: Number(n) }));
}

async function lookAtNotices({ database }: ReportSource) {
  const notices = funilTable(database.dialect, 'notices');
  const { rows } = await sql<{ received: number; troubled: number }>`
    select (select count(*) from (select 1 from ${notices} limit 1) as one) as received,
      (select count(*) from ${notices} where trouble <> ${FORGOTTEN}) as troubled`.execute(
    database,
  );
  return {
    hasNotices: Number(rows[0]?.received ?? 0) > 0,
    notUnderstood: Number(rows[0]?.troubled ?? 0),
  };
}

export async function readMoney(source: ReportSource): Promise<MoneyRows> {
  return {
    sales: await readSales(source),
    leads: await countByOrigin(source, 'leads'),
    applications: await countByOrigin(source, 'newest_applications'),
    ...(await lookAtNotices(source)),
  };
}
