import { withReportedUtms } from '@funil/contract/ads/reported-utm';
import { dayOf } from '@funil/contract/brasilia';
import type { RecentDays, ReportSection } from '@funil/contract/report/report';
import { sql } from 'kysely';
import { readDailySpend, readSpendLines } from '../ads/read-spend.ts';
import type { AdTaxRate } from '../config/spend.ts';
import { ERASED_MARK } from '../sales/notices/stored-notices.ts';
import type { Database } from '../store/database.ts';
import { brasiliaDayOf } from '../store/queries/sql.ts';
import { readCreatives, readVisitTotals } from '../visits/visit-totals.ts';
import { getOrAdd } from './get-or-add.ts';
import { joinSpend } from './join-spend.ts';
import { type MoneyTotals, NO_MONEY, sumMoney } from './money-totals.ts';
import { listRecentPeriods, periodCondition, type TimeRange } from './period.ts';
import { readSales } from './read-sales.ts';
import type { ReportData, ReportScope, StoredDay } from './report-data.ts';
import { ContactSums, readContactedLeads } from './sum-contacts.ts';
import { type OriginCount, type PeriodCounts, SalesSums } from './sum-sales.ts';
import { readTestedVisits, VersionSums } from './sum-versions.ts';
import {
  countExcludedVisits,
  findVitalPercentiles,
  sumAbandonment,
  sumDailyStages,
  sumForms,
  sumPurchases,
  sumSections,
} from './sum-visits.ts';

interface DailyCount extends OriginCount {
  readonly day: string;
  /** Rows with a stored `generate_lead` event. */
  readonly withVisit: number;
}

const HAS_VISIT_CONDITIONS = {
  leads: sql`exists (select 1 from jornada where lead_ref = leads.idempotency_key and name = 'generate_lead')`,
  newest_applications: sql`false`,
};

/**
 * Counts a table's rows by day in Brasília and by the row's own UTM values, because some rows have no recorded visit.
 * Robots' rows count only in `excluded`. The same statement counts them, because the table may have a million rows.
 */
async function countByDayAndOrigin(
  { database, scope: { period } }: ReportSource,
  table: keyof typeof HAS_VISIT_CONDITIONS,
): Promise<{ readonly counts: readonly DailyCount[]; readonly excluded: number }> {
  const { rows } = await sql<DailyCount & { excluded: number }>`
    select ${brasiliaDayOf(database, 'created_at')} as day, utm_source as source, utm_medium as medium, utm_campaign as campaign,
      utm_content as content, count(case when suspect is null then 1 end) as count, count(suspect) as excluded,
      count(case when suspect is null and ${HAS_VISIT_CONDITIONS[table]} then 1 end) as "withVisit"
    from ${sql.table(table)} where ${periodCondition(sql`created_at`, period)}
    group by 1, 2, 3, 4, 5`.execute(database);
  return {
    counts: rows
      .map((row) =>
        withReportedUtms({ ...row, count: Number(row.count), withVisit: Number(row.withVisit) }),
      )
      .filter(({ count }) => count > 0),
    excluded: rows.reduce((sum, { excluded }) => sum + Number(excluded), 0),
  };
}

function countByDay(
  leads: readonly DailyCount[],
  applications: readonly DailyCount[],
): StoredDay[] {
  const days = new Map<string, StoredDay>();
  const countsOf = (day: string) => getOrAdd(days, day, () => ({ day, leads: 0, applications: 0 }));
  for (const { day, count } of leads) countsOf(day).leads += count;
  for (const { day, count } of applications) countsOf(day).applications += count;
  return [...days.values()];
}

async function readNoticeCounts({ database }: ReportSource) {
  const notices = sql.table('notices');
  const { rows } = await sql<{ exists_any: number; failed: number }>`
    select (select count(*) from (select 1 from ${notices} limit 1) as one) as exists_any,
      (select count(*) from ${notices} where read_error <> ${ERASED_MARK}) as failed
  `.execute(database);
  return {
    hasNotices: Number(rows[0]?.exists_any ?? 0) > 0,
    failedNotices: Number(rows[0]?.failed ?? 0),
  };
}

export interface ReportRequest {
  readonly scope: ReportScope;
  readonly includesRecent?: boolean;
  readonly includesTextTests?: boolean;
  readonly now: number;
  /** The sections of the page, in its order. */
  readonly sections: readonly string[];
  readonly adTax: readonly AdTaxRate[];
}

interface ReportSource extends ReportRequest {
  readonly database: Database;
}

function sumLeads(leads: readonly DailyCount[]): ReportData['leads'] {
  const sum = { stored: 0, withVisit: 0 };
  for (const { count, withVisit } of leads) {
    sum.stored += count;
    sum.withVisit += withVisit;
  }
  return sum;
}

function sortSections(sections: ReportSection[], order: readonly string[]): ReportSection[] {
  const positionOf = ({ section }: ReportSection) => order.indexOf(section) + 1 || order.length + 1;
  return sections.toSorted((a, b) => positionOf(a) - positionOf(b));
}

export async function readReport(database: Database, request: ReportRequest): Promise<ReportData> {
  const { scope, sections } = request;
  const reportSource = { database, ...request };
  const visits = await readVisitTotals(database, scope.period);
  const { totals, purchases, hours: visitHours, countedUntil } = visits;
  const { counts: leads, excluded } = await countByDayAndOrigin(reportSource, 'leads');
  const { counts: applications } = await countByDayAndOrigin(reportSource, 'newest_applications');
  const recent = request.includesRecent ? listRecentPeriods(request.now) : [];
  const counts = { visits: totals, leads, applications };
  const { salesTotals, firstContacts, tests } = await sumSales(reportSource, counts, recent);
  return {
    scope,
    stages: sumDailyStages(totals),
    revenue: sumPurchases(purchases),
    sections: sortSections(sumSections(totals), sections),
    forms: sumForms(totals),
    abandonment: sumAbandonment(totals),
    vitals: findVitalPercentiles(totals),
    visit_hours: visitHours,
    leads: sumLeads(leads),
    excluded: { visits: countExcludedVisits(totals), leads: excluded },
    storedDays: countByDay(leads, applications),
    salesTotals,
    firstContacts,
    tests,
    recent: await addSpendToPeriods(reportSource, recent, salesTotals.furtherPeriods),
    countedUntil,
  };
}

async function sumSales(
  source: ReportSource,
  counts: Pick<PeriodCounts, 'visits' | 'applications'> & { leads: readonly DailyCount[] },
  recentPeriods: readonly TimeRange[],
) {
  const { database, scope, now } = source;
  const salesSums = new SalesSums(scope, now, recentPeriods);
  const contacts = new ContactSums(scope, await readContactedLeads(database, scope.period));
  const tests = source.includesTextTests ? await readTestedVisits(database) : [];
  const versions = new VersionSums(tests, salesSums.buyers);
  for await (const sale of readSales(database)) {
    const buyer = salesSums.add(sale);
    contacts.add(sale);
    if (tests.length > 0) versions.add(buyer, sale);
  }
  const countsWithNotices = { ...counts, ...(await readNoticeCounts(source)) };
  const dayRange = toDayRange(scope.period);
  const spend = {
    lines: await readSpendLines(database, dayRange),
    days: await readDailySpend(database, { ...dayRange, tax: source.adTax }),
  };
  const creatives = spend.days.length > 0 ? [...(await readCreatives(database)).values()] : [];
  const earlierOrigins = creatives.map((creative) => ({ ...creative, visits: 0 }));
  const salesTotals = salesSums.finish(countsWithNotices, (origins) =>
    joinSpend(spend, [...origins, ...earlierOrigins]),
  );
  return {
    salesTotals,
    firstContacts: contacts.finish(sumLeads(counts.leads).stored),
    tests: versions.finish(now, salesTotals.usualWaitDays),
  };
}

async function addSpendToPeriods(
  { database, adTax: tax }: ReportSource,
  periods: readonly TimeRange[],
  sums: readonly MoneyTotals[],
): Promise<RecentDays[]> {
  if (periods.length === 0) return [];
  const dayRanges = periods.map(toDayRange);
  const firstDay = dayRanges.flatMap(({ from }) => from ?? []).toSorted()[0];
  const lastDay = dayRanges
    .flatMap(({ until }) => until ?? [])
    .toSorted()
    .at(-1);
  const spend = await readDailySpend(database, { from: firstDay, until: lastDay, tax });
  const rows = dayRanges.map(({ from = '', until = '' }, index) => {
    const adSpend = spend
      .filter(({ day }) => day >= from && day <= until)
      .map((amounts) => ({ ...NO_MONEY, ...amounts }));
    return { from, until, sums: sumMoney([sums[index] ?? NO_MONEY, ...adSpend]) };
  });
  return rows.flatMap((row, index) => {
    const before = rows[index + 1]?.sums;
    return index % 2 === 0 && before ? [{ ...row, before }] : [];
  });
}

/** Returns the period's first and last day in Brasília. An ad account's days are treated as days in Brasília. */
const toDayRange = ({ from, until }: TimeRange) => ({
  from: from === null ? undefined : dayOf(Date.parse(from)),
  until: until === null ? undefined : dayOf(Date.parse(until) - 1),
});
