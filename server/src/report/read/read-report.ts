import { sql } from 'kysely';
import { readVisitTotals } from '../../records/visits/visit-totals.ts';
import type { Database } from '../../store/database.ts';
import type { LeadCount, ReportData } from '../model.ts';
import type { Period } from '../period.ts';
import { sumRevenue } from './sum-revenue.ts';
import { sumAbandonment, sumForms, sumSections, sumStages } from './sum-stages.ts';
import { sumVitals } from './sum-vitals.ts';

/** Where a report is read from, and of which days. */
export interface ReportSource {
  readonly database: Database;
  readonly period: Period;
}

async function countLeads({ database, period }: ReportSource): Promise<LeadCount> {
  const { from, until } = period;
  const start = from === null ? sql`` : sql` and created_at >= ${from}`;
  const end = until === null ? sql`` : sql` and created_at < ${until}`;
  const { rows } = await sql<LeadCount>`
    select count(*) as stored,
      count(case when exists (
        select 1 from jornada where lead_ref = leads.idempotency_key and name = 'generate_lead'
      ) then 1 end) as "withVisit"
    from leads
    where 1 = 1 ${start}${end}`.execute(database);
  return rows[0] ?? { stored: 0, withVisit: 0 };
}

/** Reads all that the report shows; the funnel's numbers are visits, not events. */
export async function readReport(source: ReportSource): Promise<ReportData> {
  const { totals, purchases, unread } = await readVisitTotals(source.database, source.period);
  return {
    stages: sumStages(totals),
    revenue: sumRevenue(purchases),
    sections: sumSections(totals),
    forms: sumForms(totals),
    abandonment: sumAbandonment(totals),
    vitals: sumVitals(totals),
    leads: await countLeads(source),
    unread,
  };
}
