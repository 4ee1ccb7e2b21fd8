import { addDays, dayOf, startOfDay } from '@funil/contract/brasilia';
import { capitalize } from '@funil/contract/characters';
import { SUMMARY_ROLES } from '@funil/contract/console/summary';
import { formatCount, formatQuantity } from '@funil/contract/counts';
import { HOUR_MS } from '@funil/contract/durations';
import { CONTACT_STAFF } from '@funil/contract/operators/roles';
import { NO_ORIGIN_SUMS } from '@funil/contract/report/origins';
import type { OriginSums } from '@funil/contract/report/report';
import { formatColumn, ORIGIN_COLUMNS } from '@funil/contract/report/report-columns';
import type { WaitingCount } from '@funil/contract/today/today';
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
import { type DayLimits, readPeriod } from './period.ts';
import { readReport } from './read-report.ts';
import { sumStages } from './stage-sums.ts';

/** Hours in Brasília. A server that starts after the end sends no summary until the next morning. */
const SUMMARY_BEGIN_HOUR = 7;
const SUMMARY_END_HOUR = 12;

export type SummaryConfig = Pick<Config, 'spend' | 'site'>;

const { visits, leads, buyers, net, cost, profit } = ORIGIN_COLUMNS;
const SUMMARY_COLUMNS = [visits, leads, buyers, net, cost, profit];

/** Finds a summary for each operator who chose one; its text is null if all numbers are 0 and no task is waiting. */
export const summaryAlerts = ({ spend: { tax: adTax }, site }: SummaryConfig): AlertSource => ({
  kind: 'summary',
  to: SUMMARY_ROLES,
  async find(database, now) {
    const today = dayOf(now);
    const beginMs = (startOfDay(today) ?? 0) + SUMMARY_BEGIN_HOUR * HOUR_MS;
    if (now < beginMs || now >= beginMs + (SUMMARY_END_HOUR - SUMMARY_BEGIN_HOUR) * HOUR_MS)
      return [];
    const noRepeatSince = new Date(beginMs).toISOString();
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
      .where('alerted_at', '>=', noRepeatSince)
      .execute();
    const dueOperators = operators
      .map((operator) => ({ ...operator, alertKey: { operator: operator.id } }))
      .filter(
        ({ alertKey }) => !alreadyAlerted.some(({ about }) => about === JSON.stringify(alertKey)),
      );
    const waitingTasks = dueOperators.some(({ role }) => CONTACT_STAFF.includes(role))
      ? await countWaitingTasks(database, now, findSiteInfo(site.dir)?.replyHours ?? null)
      : [];
    const alerts: FoundAlert[] = [];
    for (const [frequency, recipients] of Map.groupBy(dueOperators, ({ summary }) => summary)) {
      const isWeek = frequency === 'mondays';
      const sums = await readSummary(database, { today, isWeek, now, adTax });
      for (const { id, role, alertKey } of recipients) {
        const text = writeSummary(sums, CONTACT_STAFF.includes(role) ? waitingTasks : []);
        const pushKey = `summary:${today}:${id}`;
        const push = {
          type: 'summary.ready',
          subject: pushKey,
          data: writePush(sums, today),
        } as const;
        alerts.push({ alertKey, operatorId: id, noRepeatSince, text, push });
      }
    }
    return alerts;
  },
});

interface SummaryRequest {
  readonly today: string;
  /** Whether to cover the last seven days instead of yesterday. */
  readonly isWeek: boolean;
  readonly now: number;
  readonly adTax: readonly AdTaxRate[];
}

export async function readSummary(
  database: Database,
  { today, isWeek, now, adTax }: SummaryRequest,
) {
  async function readSums(days: DayLimits) {
    const period = readPeriod(days);
    if (!period.ok) throw new Error('The summary has no period.');
    const scope = { period: period.period, isReportByLead: false };
    const { stages, leads, salesTotals } = await readReport(database, {
      scope,
      now,
      sections: [],
      adTax,
    });
    const { visits } = sumStages(stages);
    return { ...NO_ORIGIN_SUMS, ...salesTotals.total, visits, leads: leads.stored };
  }
  const yesterday = addDays(today, -1);
  const days = { first: isWeek ? addDays(yesterday, -6) : yesterday, last: yesterday };
  const earlierDays = { first: addDays(days.first, -7), last: addDays(days.last, -7) };
  const sums = await readSums(days);
  return { ...days, isWeek, sums, earlierSums: await readSums(earlierDays) };
}

interface WaitingTasks extends WaitingCount {
  readonly label: string;
  readonly path: string;
}

async function countWaitingTasks(
  database: Database,
  now: number,
  replyHours: number | null,
): Promise<WaitingTasks[]> {
  const options = { now, replyHours, visibleTo: undefined };
  const applications = '/pessoas/aplicacoes';
  const taskKinds = [
    ['Aplicações por responder', `${applications}?state=novo`, findUnansweredApplications],
    ['Pararam no meio da aplicação', `${applications}?state=abandoned`, findAbandonedApplications],
    ['Leads novos', '/pessoas/leads?state=novo', findNewLeads],
    ['Retornos de hoje', '/', findFollowUps],
    ['Pix e boletos em aberto', '/vendas?state=pending', findOpenPayments],
    ['Pararam no pagamento', '/vendas?state=abandoned', findCarts],
  ] as const;
  const waitingTasks: WaitingTasks[] = [];
  for (const [label, path, find] of taskKinds) {
    const { count, more } = await find(database, options);
    if (count > 0) waitingTasks.push({ label, path, count, more });
  }
  return waitingTasks;
}

type Summary = Awaited<ReturnType<typeof readSummary>>;

const reportPath = ({ first, last }: Pick<Summary, 'first' | 'last'>) =>
  `/relatorio?from=${first}&until=${last}`;

/** Contains no person's name. */
const writePush = ({ first, last, isWeek, sums }: Summary, day: string) => ({
  day,
  path: reportPath({ first, last }),
  body: [
    `${isWeek ? 'Na semana' : 'Ontem'}: ${formatQuantity(sums.leads, 'lead', 'leads')}`,
    formatQuantity(sums.buyers, 'comprador', 'compradores'),
    `lucro ${formatColumn(profit, sums)}`,
  ].join(', '),
});

const dayAndMonth = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`;
const weekdayFormat = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', weekday: 'long' });

function writeSummary(
  { first, last, isWeek, sums, earlierSums }: Summary,
  waitingTasks: readonly WaitingTasks[],
): AlertText | null {
  const row: Omit<OriginSums, 'checkouts'> = sums;
  if (waitingTasks.length === 0 && SUMMARY_COLUMNS.every(({ value }) => !value(row))) return null;
  const describeDays = (begin: string, end: string) =>
    isWeek
      ? `semana de ${dayAndMonth(begin)} a ${dayAndMonth(end)}`
      : `${weekdayFormat.format(Date.parse(end))}, ${dayAndMonth(end)}`;
  const name = describeDays(first, last);
  return {
    subject: `Resumo: ${name}`,
    kicker: 'Resumo da manhã',
    title: capitalize(name),
    what: `Lucro: ${formatColumn(profit, sums)}.`,
    remedy: `Entre parênteses, ${describeDays(addDays(first, -7), addDays(last, -7))}.`,
    isUrgent: false,
    button: { label: 'Abrir o relatório', path: reportPath({ first, last }) },
    links: waitingTasks.map(({ label, path }) => ({ label, path })),
    fields: [
      ...SUMMARY_COLUMNS.map((column) => ({
        label: column.label,
        value: `${formatColumn(column, sums)} (${formatColumn(column, earlierSums)})`,
      })),
      ...waitingTasks.map(({ label, count, more }) => ({
        label,
        value: formatCount(count) + (more ? '+' : ''),
      })),
    ],
  };
}
