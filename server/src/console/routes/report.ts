import {
  type ReportAnswer,
  type ReportOriginsAnswer,
  reportOriginsQuerySchema,
  reportQuerySchema,
} from '@funil/contract/console/report';
import { DAY_MS } from '@funil/contract/durations';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { sumOrigins, toBrowserReport } from '../../report/export.ts';
import type { ReportData } from '../../report/model.ts';
import { type Days, readPeriod } from '../../report/period.ts';
import { readReport } from '../../report/read-report.ts';
import type { Database } from '../../store/database.ts';
import { startOfDay } from '../../visits/brasilia.ts';
import { type ReportRequest, shareResults } from '../long-work.ts';
import { addRoute, type DataParts, invalid, Refusal } from './data-route.ts';

/** The money report, of the same numbers as `npm run report`: sums, of nobody in particular. */
export function addReportRoutes(app: FastifyInstance, parts: DataParts) {
  const { database, work } = parts;
  // The embedded database answers nobody else while it reads.
  const readWanted = shareResults(async (wanted: ReportRequest) =>
    database.dialect === 'sqlite' && (await isLarge(database))
      ? work.report(wanted)
      : readReport({ database, period: wanted.period }, wanted.sections),
  );
  const read = (days: Days) => readDays({ ...parts, readWanted }, days);
  addRoute([app, parts], 'GET report', { query: reportQuerySchema }, async ({ query }) => {
    const days: Days = { first: query.from, last: query.until };
    const data = await read(days);
    if (data instanceof Refusal) return data;
    const before = query.compare === undefined ? null : daysBefore(days);
    const earlier = before && (await read(before));
    return {
      period: toBrowserReport(data, days),
      before:
        before && earlier && !(earlier instanceof Refusal)
          ? toBrowserReport(earlier, before)
          : null,
    } satisfies ReportAnswer;
  });
  addRoute(
    [app, parts],
    'GET report/origins',
    { query: reportOriginsQuerySchema },
    async ({ query }) => {
      const { from, until, source, medium, campaign } = query;
      const data = await read({ first: from, last: until });
      if (data instanceof Refusal) return data;
      const items = data.money.origins.filter(
        (origin) =>
          (source ?? origin.source) === origin.source &&
          (medium ?? origin.medium) === origin.medium &&
          (campaign ?? origin.campaign) === origin.campaign,
      );
      return { items: sumOrigins(items) } satisfies ReportOriginsAnswer;
    },
  );
}

/** Rows of the embedded database that are read so soon that nobody waits. */
const MAX_QUICK_ROWS = 20_000;

interface ReadParts extends Pick<DataParts, 'site'> {
  readonly readWanted: (wanted: ReportRequest) => Promise<ReportData>;
}

async function readDays(
  { site, readWanted }: ReadParts,
  days: Days,
): Promise<ReportData | Refusal> {
  const read = readPeriod(days);
  if (read.ok) return readWanted({ period: read.period, sections: site()?.sections ?? [] });
  if (read.reason === 'reversed') return invalid('until', 'O último dia vem antes do primeiro.');
  return invalid(read.which === 'first' ? 'from' : 'until', 'Esse dia não existe no calendário.');
}

async function isLarge(database: Database): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select coalesce((select max(id) from leads), 0)
      + coalesce((select max(rowid) from visits), 0) as n`.execute(database);
  return Number(rows[0]?.n ?? 0) > MAX_QUICK_ROWS;
}

/** As many days right before; null: the period is open. */
function daysBefore({ first, last }: Days): Days | null {
  const begin = first === undefined ? null : startOfDay(first);
  const end = last === undefined ? null : startOfDay(last);
  if (begin === null || end === null) return null;
  const name = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { first: name(begin - (end - begin) - DAY_MS), last: name(begin - DAY_MS) };
}
