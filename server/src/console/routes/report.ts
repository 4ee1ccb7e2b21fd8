import { addDays } from '@funil/contract/brasilia';
import { DAY_MS } from '@funil/contract/durations';
import { AD_STAFF, MANAGEMENT } from '@funil/contract/operators/roles';
import { reportQuerySchema } from '@funil/contract/report/report';
import { robotVisitsSchema } from '@funil/contract/report/robots';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { toCsv } from '../../csv/write-csv.ts';
import { estimateTest, sumTraffic, trafficDaysBefore } from '../../report/estimate-test.ts';
import { type DayLimits, readPeriod, type TimeRange } from '../../report/period.ts';
import { type ReportRequest, readReport } from '../../report/read-report.ts';
import { readRobotVisits } from '../../report/robot-visits.ts';
import { buildConsoleReport, CREATIVE_COLUMNS, listCreatives } from '../../report/tables/export.ts';
import type { Database } from '../../store/database.ts';
import { judgeVisitsAgain } from '../../visits/judge-visits.ts';
import { shareResults } from '../long-tasks.ts';
import { invalidRefusal, notFound, RouteRefusal } from '../route-refusal.ts';
import type { AddRoute, RouteDependencies } from './data-route.ts';

/** A flag is left out rather than false, because `shareResults` compares requests as JSON. */
type FurtherParts = Pick<ReportRequest, 'includesRecent' | 'includesTextTests'>;

export function addReportRoutes(addRoute: AddRoute, deps: RouteDependencies) {
  const { database, longTasks, site, now, settings } = deps;
  // A large report runs in another thread, because SQLite blocks its thread while it reads.
  const readShared = shareResults(async (shared: Omit<ReportRequest, 'now'>) => {
    const request = { ...shared, now: now() };
    return database.dialect === 'sqlite' && (await isLarge(database))
      ? longTasks.readReport(request)
      : readReport(database, request);
  });
  async function readDaysReport(
    days: DayLimits,
    { isReportByLead, ...further }: { isReportByLead: boolean } & FurtherParts,
  ) {
    const period = periodOf(days);
    if (period instanceof RouteRefusal) return period;
    return readShared({
      scope: { period, isReportByLead },
      ...further,
      sections: site()?.sections ?? [],
      adTax: settings.config.spend.tax,
    });
  }
  const readQueriedReport = async (
    query: z.infer<typeof reportQuerySchema>,
    further?: FurtherParts,
  ) => {
    const days: DayLimits = { first: query.from, last: query.until };
    const isReportByLead = query.by_lead !== undefined;
    return { days, report: await readDaysReport(days, { isReportByLead, ...further }) };
  };
  addRoute('GET report', { roles: AD_STAFF, query: reportQuerySchema }, async ({ query }) => {
    const { days, report } = await readQueriedReport(query, {
      includesRecent: true,
      includesTextTests: true,
    });
    if (report instanceof RouteRefusal) return report;
    const currentReport = buildConsoleReport(report, days);
    const previousDays = query.compare === undefined ? null : precedingDays(days);
    const previous =
      previousDays &&
      (await readDaysReport(previousDays, { isReportByLead: report.scope.isReportByLead }));
    const hasPrevious = previous && !(previous instanceof RouteRefusal);
    return {
      recent: report.recent,
      period: currentReport,
      before: hasPrevious ? buildConsoleReport(previous, previousDays) : null,
    };
  });
  addRoute('GET report/test-estimate', { roles: MANAGEMENT }, async () => {
    const days = trafficDaysBefore(now());
    const report = await readDaysReport(days, { isReportByLead: true });
    return report instanceof RouteRefusal ? report : estimateTest(sumTraffic(report, days));
  });
  addRoute('GET report.csv', { roles: AD_STAFF, query: reportQuerySchema }, async (call) => {
    const { report } = await readQueriedReport(call.query);
    if (report instanceof RouteRefusal) return report;
    call.reply.type('text/csv; charset=utf-8');
    return toCsv(CREATIVE_COLUMNS, listCreatives(report));
  });
  addRobotRoutes(addRoute, deps);
}

const sessionParams = z.strictObject({ session: z.string().check(z.regex(/^[0-9a-f]{32}$/)) });

function addRobotRoutes(addRoute: AddRoute, { database }: RouteDependencies) {
  addRoute('GET visits/robots', { roles: MANAGEMENT, query: robotVisitsSchema }, async (call) => {
    const period = periodOf({ first: call.query.from, last: call.query.until });
    if (period instanceof RouteRefusal) return period;
    return { items: await readRobotVisits(database, period) };
  });
  const personOptions = { roles: MANAGEMENT, params: sessionParams };
  addRoute('POST visits/:session/person', personOptions, async ({ params: { session }, audit }) => {
    if ((await judgeVisitsAgain(database, { provenPersonSession: session })) === 0)
      return notFound();
    await audit('visit.is-person', { kind: 'visit', key: session });
    return undefined;
  });
}

function periodOf(days: DayLimits): TimeRange | RouteRefusal {
  const periodResult = readPeriod(days);
  if (periodResult.ok) return periodResult.period;
  if (periodResult.reason === 'reversed')
    return invalidRefusal('until', 'O último dia vem antes do primeiro.');
  return invalidRefusal(
    periodResult.which === 'first' ? 'from' : 'until',
    'Esse dia não existe no calendário.',
  );
}

/** With at most this many rows, SQLite reads a report so fast that another thread is not needed. */
const MAX_QUICK_ROWS = 20_000;

async function isLarge(database: Database): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select coalesce((select max(id) from leads), 0)
      + coalesce((select max(rowid) from visits), 0) as n`.execute(database);
  return Number(rows[0]?.n ?? 0) > MAX_QUICK_ROWS;
}

function precedingDays({ first, last }: DayLimits): DayLimits | null {
  if (first === undefined || last === undefined) return null;
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return { first: addDays(first, -count), last: addDays(first, -1) };
}
