import { startOfDay } from '@funil/contract/brasilia';
import { reportQuerySchema } from '@funil/contract/console/report';
import { robotVisitsSchema } from '@funil/contract/console/robots';
import { ADVERTISERS, MANAGERS } from '@funil/contract/console/roles';
import { DAY_MS } from '@funil/contract/durations';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { toCsv } from '../../csv/write-csv.ts';
import { estimateTest, listTrafficDays, sumTraffic } from '../../report/estimate-test.ts';
import { CREATIVE_COLUMNS, listCreatives, toBrowserReport } from '../../report/export.ts';
import type { ReportData } from '../../report/model.ts';
import { type Days, readPeriod } from '../../report/period.ts';
import { type ReportRequest, readReport } from '../../report/read-report.ts';
import { readRobotVisits } from '../../report/robot-visits.ts';
import type { Database } from '../../store/database.ts';
import { judgeAgain } from '../../visits/judge-visits.ts';
import { shareResults } from '../long-tasks.ts';
import {
  type AddRoute,
  invalid,
  notFound,
  type RouteDependencies,
  RouteRefusal,
} from './data-route.ts';

/** The parts of a report beside its period. An absent one is left out, not false, so that equal reports are shared. */
type Further = Pick<ReportRequest, 'hasRecent' | 'hasTests'>;

/** The numbers of `npm run report`. */
export function addReportRoutes(
  addRoute: AddRoute,
  { database, longTasks, site, now, settings }: RouteDependencies,
) {
  // SQLite blocks the thread while it reads.
  const readShared = shareResults(async (shared: Omit<ReportRequest, 'now'>) => {
    const request = { ...shared, now: now() };
    return database.dialect === 'sqlite' && (await isLarge(database))
      ? longTasks.report(request)
      : readReport(database, request);
  });
  async function read(
    days: Days,
    isByLead: boolean,
    further: Further = {},
  ): Promise<ReportData | RouteRefusal> {
    const read = readPeriod(days);
    if (read.ok) {
      const scope = { period: read.period, isByLead };
      return readShared({
        scope,
        ...further,
        sections: site()?.sections ?? [],
        adTax: settings.config.spend.tax,
      });
    }
    if (read.reason === 'reversed') return invalid('until', 'O último dia vem antes do primeiro.');
    return invalid(read.which === 'first' ? 'from' : 'until', 'Esse dia não existe no calendário.');
  }
  const readQuery = async (query: z.infer<typeof reportQuerySchema>, further?: Further) => {
    const days: Days = { first: query.from, last: query.until };
    return { days, data: await read(days, query.by_lead !== undefined, further) };
  };
  addRoute('GET report', { roles: ADVERTISERS, query: reportQuerySchema }, async ({ query }) => {
    const { days, data } = await readQuery(query, { hasRecent: true, hasTests: true });
    if (data instanceof RouteRefusal) return data;
    const period = toBrowserReport(data, days);
    const previousDays = query.compare === undefined ? null : daysBefore(days);
    const previous = previousDays && (await read(previousDays, data.scope.isByLead));
    const hasPrevious = previous && !(previous instanceof RouteRefusal);
    return {
      recent: data.recent,
      period,
      before: hasPrevious ? toBrowserReport(previous, previousDays) : null,
    };
  });
  addRoute('GET report/test-estimate', { roles: MANAGERS }, async () => {
    const days = listTrafficDays(now());
    const data = await read(days, true);
    return data instanceof RouteRefusal ? data : estimateTest(sumTraffic(data, days));
  });
  addRoute('GET visits/robots', { roles: MANAGERS, query: robotVisitsSchema }, async (call) => {
    const { query } = call;
    const period = readPeriod({ first: query.from, last: query.until });
    if (!period.ok) return invalid('from', 'Esses dias não existem no calendário.');
    return { items: await readRobotVisits(database, period.period) };
  });
  const session = z.string().check(z.regex(/^[0-9a-f]{32}$/));
  addRoute(
    'POST visits/:session/person',
    { roles: MANAGERS, params: z.strictObject({ session }) },
    async ({ params: { session: person }, audit }) => {
      if ((await judgeAgain(database, { person })) === 0) return notFound();
      await audit('visit.is-person', { kind: 'visit', key: person });
      return undefined;
    },
  );
  addRoute('GET report.csv', { roles: ADVERTISERS, query: reportQuerySchema }, async (call) => {
    const { data } = await readQuery(call.query);
    if (data instanceof RouteRefusal) return data;
    call.reply.type('text/csv; charset=utf-8');
    return toCsv(CREATIVE_COLUMNS, listCreatives(data));
  });
}

/** Number of rows that SQLite reads in a time that no operator notices. */
const MAX_QUICK_ROWS = 20_000;

async function isLarge(database: Database): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select coalesce((select max(id) from leads), 0)
      + coalesce((select max(rowid) from visits), 0) as n`.execute(database);
  return Number(rows[0]?.n ?? 0) > MAX_QUICK_ROWS;
}

/** Returns the same number of days before a period; null if the period has no start or end. */
function daysBefore({ first, last }: Days): Days | null {
  const begin = first === undefined ? null : startOfDay(first);
  const end = last === undefined ? null : startOfDay(last);
  if (begin === null || end === null) return null;
  const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { first: toDay(begin - (end - begin) - DAY_MS), last: toDay(begin - DAY_MS) };
}
