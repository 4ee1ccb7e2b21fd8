import type { ReportSection } from '@funil/contract/console/report';
import { sql } from 'kysely';
import { ERASED } from '../sales/notices.ts';
import type { Database } from '../store/database.ts';
import { readVisitTotals } from '../visits/visit-totals.ts';
import type { LeadCount, ReportData } from './model.ts';
import { isWithin, type Period } from './period.ts';
import { type CountRow, type ReportedSale, type SalesInput, sumSales } from './sum-sales.ts';
import {
  sumAbandonment,
  sumForms,
  sumPurchases,
  sumSections,
  sumStages,
  sumVitals,
} from './sum-visits.ts';

const TIMES = ['pending_at', 'paid_at', 'refunded_at', 'chargeback_at'];
const UTMS = ['source', 'medium', 'campaign', 'content'];

/** Returns the sales that were pending, paid, refunded in part or in full, or charged back in the period; no test sales. */
async function readSales({ database, period }: ReportSource): Promise<ReportedSale[]> {
  const sales = sql.table('sales');
  const times = TIMES.map((time) => sql`(${isWithin(sql.ref(`sale.${time}`), period)})`);
  const utms = UTMS.map((utm) => {
    const column = `utm_${utm}`;
    return sql`coalesce(${sql.ref(`lead.${column}`)}, ${sql.ref(`application.${column}`)}) as ${sql.ref(utm)}`;
  });
  const refunds = await readPartialRefunds(database);
  const isPartlyRefunded = sql`exists (
    select 1 from ${sql.table('sale_refunds')} as refund
    where refund.platform = sale.platform and refund.sale_key = sale.sale_key
      and ${isWithin(sql`refund.at`, period)})`;
  // SQLite reuses row numbers: the lead's key must be the sale's `lead_ref`, if the sale has one.
  const { rows } = await sql<ReportedSale & { sale_key: string }>`
    select sale.platform, sale.sale_key, coalesce(sale.product_name, sale.product_id, '') as product, sale.state,
      case when sale.currency = 'BRL' then sale.value_cents end as value_cents,
      ${sql.join(TIMES.map((time) => sql.ref(`sale.${time}`)))},
      sale.lead_ref, coalesce(lead.created_at, application.created_at) as lead_stored_at,
      ${sql.join(utms)}
    from ${sales} as sale
    left join leads as lead on sale.lead_source = 'lead' and lead.id = sale.lead_id
      and (sale.lead_ref is null or lead.idempotency_key = sale.lead_ref)
    left join newest_applications as application
      on sale.lead_source = 'application' and application.id = sale.lead_ref
    where not sale.is_test
      and (${sql.join([...times, isPartlyRefunded], sql` or `)})`.execute(database);
  return rows.map(({ sale_key, ...sale }) => {
    const partialRefunds = refunds.get(`${sale.platform} ${sale_key}`);
    return partialRefunds ? { ...sale, partialRefunds } : sale;
  });
}

/** Returns all partial refunds, of any period, by sale: they are rare. */
async function readPartialRefunds(database: Database) {
  const rows = await database.selectFrom('sale_refunds').selectAll().execute();
  return Map.groupBy(rows, ({ platform, sale_key }) => `${platform} ${sale_key}`);
}

/** Counts rows by their own UTM values, so that rows without a recorded visit are included. */
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

async function readNoticeCounts({ database }: ReportSource) {
  const notices = sql.table('notices');
  const { rows } = await sql<{ exists_any: number; failed: number }>`
    select (select count(*) from (select 1 from ${notices} limit 1) as one) as exists_any,
      (select count(*) from ${notices} where trouble <> ${ERASED}) as failed`.execute(database);
  return {
    hasNotices: Number(rows[0]?.exists_any ?? 0) > 0,
    failedNotices: Number(rows[0]?.failed ?? 0),
  };
}

async function readSalesInput(source: ReportSource): Promise<SalesInput> {
  return {
    sales: await readSales(source),
    leads: await countByOrigin(source, 'leads'),
    applications: await countByOrigin(source, 'newest_applications'),
    ...(await readNoticeCounts(source)),
  };
}

interface ReportSource {
  readonly database: Database;
  readonly period: Period;
}

/** Counts leads; `withVisit`: those whose `generate_lead` event (a row of `jornada`) is stored, too. */
async function countLeads({ database, period }: ReportSource): Promise<LeadCount> {
  const { rows } = await sql<LeadCount>`
    select count(*) as stored,
      count(case when exists (
        select 1 from jornada where lead_ref = leads.idempotency_key and name = 'generate_lead'
      ) then 1 end) as "withVisit"
    from leads
    where ${isWithin(sql`created_at`, period)}`.execute(database);
  return rows[0] ?? { stored: 0, withVisit: 0 };
}

/** Sorts sections by their order on the landing page, unknown ones last. */
function inOrder(sections: ReportSection[], order: readonly string[]): ReportSection[] {
  const place = ({ section }: ReportSection) => order.indexOf(section) + 1 || order.length + 1;
  return sections.toSorted((a, b) => place(a) - place(b));
}

/** @param order section ids in the order of the landing page */
export async function readReport(
  source: ReportSource,
  order: readonly string[] = [],
): Promise<ReportData> {
  const { database, period } = source;
  const { totals, purchases, unreadEvents } = await readVisitTotals(database, period);
  return {
    stages: sumStages(totals),
    revenue: sumPurchases(purchases),
    sections: inOrder(sumSections(totals), order),
    forms: sumForms(totals),
    abandonment: sumAbandonment(totals),
    vitals: sumVitals(totals),
    leads: await countLeads(source),
    salesTotals: sumSales(await readSalesInput(source), totals, period),
    unreadEvents,
  };
}
