import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { readVisitTotals } from '../../visits/visit-totals.ts';
import type { LeadCount, ReportData, SectionRow } from '../model.ts';
import type { Period } from '../period.ts';
import { isWithin } from './is-within.ts';
import { readMoney } from './read-money.ts';
import { sumMoney } from './sum-money.ts';
import { sumRevenue } from './sum-revenue.ts';
import { sumAbandonment, sumForms, sumSections, sumStages } from './sum-stages.ts';
import { sumVitals } from './sum-vitals.ts';

/** Where a report is read from, and of which days. */
export interface ReportSource {
  readonly database: Database;
  readonly period: Period;
}

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

/** Sections in the page's order; those it does not know come last. */
function inOrder(sections: SectionRow[], order: readonly string[]): SectionRow[] {
  const place = ({ section }: SectionRow) => order.indexOf(section) + 1 || order.length + 1;
  return sections.toSorted((a, b) => place(a) - place(b));
}

/** Reads all that the report shows; the funnel's numbers are visits, not events. `order`: the page's sections. */
export async function readReport(
  source: ReportSource,
  order: readonly string[] = [],
): Promise<ReportData> {
  const { database, period } = source;
  const { totals, purchases, unread } = await readVisitTotals(database, period);
  return {
    stages: sumStages(totals),
    revenue: sumRevenue(purchases),
    sections: inOrder(sumSections(totals), order),
    forms: sumForms(totals),
    abandonment: sumAbandonment(totals),
    vitals: sumVitals(totals),
    leads: await countLeads(source),
    money: sumMoney(await readMoney(source), totals, period),
    unread,
  };
}
