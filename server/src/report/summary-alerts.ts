import { addDays, dayOf, startOfDay } from '@funil/contract/brasilia';
import { capitalize } from '@funil/contract/characters';
import { NO_ORIGIN_SUMS } from '@funil/contract/console/origins';
import type { OriginSums } from '@funil/contract/console/report';
import { formatColumn, ORIGIN_COLUMNS } from '@funil/contract/console/report-columns';
import { ATTENDANTS } from '@funil/contract/console/roles';
import { SUMMARY_ROLES } from '@funil/contract/console/summary';
import type { WaitingCount } from '@funil/contract/console/today';
import { HOUR_MS } from '@funil/contract/durations';
import { countOf, formatCount } from '@funil/contract/money';
import type { Config } from '../config/config.ts';
import type { AdTaxRate } from '../config/spend.ts';
import type { AlertSource, FoundAlert } from '../operators/alert-source.ts';
import type { AlertText } from '../operators/alerts.ts';
import { findSiteInfo } from '../site/site-info.ts';
import type { Database } from '../store/database.ts';
import { findCarts, findOpenPayments } from '../today/open-sales.ts';
import {
  findAbandonedApplications,
  findFollowUps,
  findNewLeads,
  findUnansweredApplications,
} from '../today/today.ts';
import { addStages } from './model.ts';
import { type Days, readPeriod } from './period.ts';
import { readReport } from './read-report.ts';

/** Hours in Brasília. After `END_HOUR`, as when the server was off, only the next morning's summary is sent. */
const BEGIN_HOUR = 7;
const END_HOUR = 12;

export type SummaryConfig = Pick<Config, 'spend' | 'site'>;

const { visits, leads, buyers, net, cost, profit } = ORIGIN_COLUMNS;
/** The report's columns that the summary has. */
const SUMMARY_COLUMNS = [visits, leads, buyers, net, cost, profit];

/** The morning's summary for operators who chose it; none after days in which nothing happened, if no task waits. */
export const summaryAlerts = ({ spend: { tax: adTax }, site }: SummaryConfig): AlertSource => ({
  kind: 'summary',
  to: SUMMARY_ROLES,
  async find(database, now) {
    const today = dayOf(now);
    const begin = (startOfDay(today) ?? 0) + BEGIN_HOUR * HOUR_MS;
    if (now < begin || now >= begin + (END_HOUR - BEGIN_HOUR) * HOUR_MS) return [];
    const quietSince = new Date(begin).toISOString();
    const isMonday = new Date(today).getUTCDay() === 1;
    const operators = await database
      .selectFrom('operators')
      .select(['id', 'role', 'summary'])
      .where('role', 'in', SUMMARY_ROLES)
      .where('summary', 'in', isMonday ? ['daily', 'mondays'] : ['daily'])
      .execute();
    const alreadyAlerted = await database
      .selectFrom('operator_alerts')
      .select('about')
      .where('kind', '=', 'summary')
      .where('alerted_at', '>=', quietSince)
      .execute();
    const due = operators
      .map((operator) => ({ ...operator, about: { operator: operator.id } }))
      .filter(({ about }) => !alreadyAlerted.some((one) => one.about === JSON.stringify(about)));
    const waits = due.some(({ role }) => ATTENDANTS.includes(role))
      ? await countWaitingTasks(database, now, findSiteInfo(site.dir)?.replyHours ?? null)
      : [];
    const alerts: FoundAlert[] = [];
    for (const [when, readers] of Map.groupBy(due, ({ summary }) => summary)) {
      const isWeek = when === 'mondays';
      const sums = await readSummary(database, { today, isWeek, now, adTax });
      for (const { id, role, about } of readers) {
        const text = writeSummary(sums, ATTENDANTS.includes(role) ? waits : []);
        const subject = `summary:${today}:${id}`;
        const push = { type: 'summary.ready', subject, data: writePush(sums, today) } as const;
        alerts.push({ about, operatorId: id, quietSince, text, push });
      }
    }
    return alerts;
  },
});

interface SummaryRequest {
  /** The day on whose morning the summary is sent. */
  readonly today: string;
  /** Whether the summary covers the seven days before, instead of one. */
  readonly isWeek: boolean;
  readonly now: number;
  readonly adTax: readonly AdTaxRate[];
}

/** Returns the report's sums of the day or the week before, and of the same days of the week before that. */
export async function readSummary(
  database: Database,
  { today, isWeek, now, adTax }: SummaryRequest,
) {
  async function read(days: Days) {
    const period = readPeriod(days);
    if (!period.ok) throw new Error('The summary has no period.');
    const scope = { period: period.period, isByLead: false };
    const { stages, leads, salesTotals } = await readReport(database, {
      scope,
      now,
      sections: [],
      adTax,
    });
    const { visits } = addStages(stages);
    return { ...NO_ORIGIN_SUMS, ...salesTotals.total, visits, leads: leads.stored };
  }
  const last = addDays(today, -1);
  const first = isWeek ? addDays(last, -6) : last;
  const before = { first: addDays(first, -7), last: addDays(last, -7) };
  return { first, last, isWeek, sums: await read({ first, last }), before: await read(before) };
}

interface Wait extends WaitingCount {
  readonly label: string;
  readonly path: string;
}

/** Returns the numbers of tasks that wait today, as Hoje lists them. */
async function countWaitingTasks(
  database: Database,
  now: number,
  replyHours: number | null,
): Promise<Wait[]> {
  const options = { now, replyHours, visibleTo: undefined };
  const applications = '/pessoas/aplicacoes';
  const waits = [
    ['Aplicações por responder', `${applications}?state=novo`, findUnansweredApplications],
    ['Pararam no meio da aplicação', `${applications}?state=abandoned`, findAbandonedApplications],
    ['Leads novos', '/pessoas/leads?state=novo', findNewLeads],
    ['Retornos de hoje', '/', findFollowUps],
    ['Pix e boletos em aberto', '/vendas?state=pending', findOpenPayments],
    ['Pararam no pagamento', '/vendas?state=abandoned', findCarts],
  ] as const;
  const counted: Wait[] = [];
  for (const [label, path, find] of waits) {
    const { count, more } = await find(database, options);
    if (count > 0) counted.push({ label, path, count, more });
  }
  return counted;
}

type Summary = Awaited<ReturnType<typeof readSummary>>;

const reportPath = ({ first, last }: Pick<Summary, 'first' | 'last'>) =>
  `/relatorio?from=${first}&until=${last}`;

/** Returns the push of a morning's summary: numbers of the e-mail without any name. */
const writePush = ({ first, last, isWeek, sums }: Summary, day: string) => ({
  day,
  path: reportPath({ first, last }),
  body: [
    `${isWeek ? 'Na semana' : 'Ontem'}: ${countOf(sums.leads, 'lead', 'leads')}`,
    countOf(sums.buyers, 'comprador', 'compradores'),
    `lucro ${formatColumn(profit, sums)}`,
  ].join(', '),
});

const dayAndMonth = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`;
const weekdayFormat = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', weekday: 'long' });

/** Returns a summary's words; null if nothing happened and nothing waits. */
function writeSummary(
  { first, last, isWeek, sums, before }: Summary,
  waits: readonly Wait[],
): AlertText | null {
  const row: Omit<OriginSums, 'checkouts'> = sums;
  if (waits.length === 0 && SUMMARY_COLUMNS.every(({ value }) => !value(row))) return null;
  const nameOf = (begin: string, end: string) =>
    isWeek
      ? `semana de ${dayAndMonth(begin)} a ${dayAndMonth(end)}`
      : `${weekdayFormat.format(Date.parse(end))}, ${dayAndMonth(end)}`;
  const name = nameOf(first, last);
  return {
    subject: `Resumo: ${name}`,
    kicker: 'Resumo da manhã',
    title: capitalize(name),
    what: `Lucro: ${formatColumn(profit, sums)}.`,
    remedy: `Entre parênteses, ${nameOf(addDays(first, -7), addDays(last, -7))}.`,
    isUrgent: false,
    button: { label: 'Abrir o relatório', path: reportPath({ first, last }) },
    links: waits.map(({ label, path }) => ({ label, path })),
    fields: [
      ...SUMMARY_COLUMNS.map((column) => ({
        label: column.label,
        value: `${formatColumn(column, sums)} (${formatColumn(column, before)})`,
      })),
      ...waits.map(({ label, count, more }) => ({
        label,
        value: formatCount(count) + (more ? '+' : ''),
      })),
    ],
  };
}
