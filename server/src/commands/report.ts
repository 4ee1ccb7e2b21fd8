import { toLocalDay } from '@funil/contract/local-time';
import type { ReportTable } from '@funil/contract/report/report';
import { toCsv } from '../csv/write-csv.ts';
import type { DayLimits } from '../report/period.ts';
import { readReport } from '../report/read-report.ts';
import { buildTables } from '../report/tables/build-tables.ts';
import { DAY_COLUMNS, formatReportJson, listDayRows } from '../report/tables/export.ts';
import {
  describeCountedUntil,
  describeExcluded,
  describeLeads,
  describeTest,
  describeVerdict,
  describeWaits,
  listMoneyCaveats,
} from '../report/tables/summaries.ts';
import { readSiteInfo } from '../site/site-info.ts';
import { catchUpVisits, rebuildVisits } from '../visits/open-updater.ts';
import { runDatabaseCommand } from './run/command.ts';
import type { Arguments } from './run/definition.ts';
import { COMMAND_OPTIONS, readPeriodOptions } from './run/options.ts';
import { writeOutputs } from './run/show-list.ts';
import { createTable } from './run/table.ts';

const REPORT_OPTIONS = {
  desde: COMMAND_OPTIONS.desde,
  ate: COMMAND_OPTIONS.ate,
  csv: {
    ...COMMAND_OPTIONS.csv,
    help: 'grava o funil e o dinheiro por dia e origem, para o Excel; “-”: terminal',
  },
  json: COMMAND_OPTIONS.json,
  'por-lead': {
    help: 'o que os leads desses dias trouxeram até hoje, no lugar do dinheiro desses dias',
  },
  esperar: { help: 'antes, espera até que todos os eventos gravados estejam contados' },
  rebuild: { help: 'antes, refaz as visitas a partir de todos os eventos gravados' },
};

const renderTable = ({ title, columns, rows }: ReportTable): string =>
  `${title}\n${createTable(columns, { maxWidth: 44, isNumber: (index) => index > 0 })(rows)}`;

/** Returns, for example, `Visitas de 01/03/2026 até 02/03/2026`. */
function describePeriod({ first, last }: DayLimits, isReportByLead: boolean): string {
  const subject = isReportByLead ? 'Leads' : 'Visitas';
  if (first === undefined && last === undefined)
    return isReportByLead ? 'Todos os leads' : 'Todas as visitas';
  const periodTexts = [first && `de ${toLocalDay(first)}`, last && `até ${toLocalDay(last)}`];
  return `${subject} ${periodTexts.filter(Boolean).join(' ')}`;
}

/** The time for counting visits that no server has counted yet. The report tells if some remain uncounted. */
const MAX_COUNTING_MS = 1_000;

const readDayArgs = ({ options: { desde, ate } }: Arguments<typeof REPORT_OPTIONS>): DayLimits => ({
  first: desde,
  last: ate,
});

await runDatabaseCommand({
  name: 'report',
  summary: 'Mostra o caminho da visita ao dinheiro, por origem, campanha e criativo, e por dia.',
  access: 'read',
  options: REPORT_OPTIONS,
  examples: [
    'npm run report',
    'npm run report -- --desde 2026-03-01 --ate 2026-03-31',
    'npm run report -- --csv funil.csv',
  ],
  check: (args) => void readPeriodOptions(readDayArgs(args)),
  async run(context) {
    const { config, database, options, print } = context;
    const days = readDayArgs(context);
    if (options.rebuild) await rebuildVisits(config.store);
    const site = readSiteInfo(config.site.dir);
    const sections = site.ok ? site.info.sections : [];
    const scope = { period: readPeriodOptions(days), isReportByLead: options['por-lead'] === true };
    await catchUpVisits(config.store, options.esperar ? undefined : MAX_COUNTING_MS);
    const adTax = config.spend.tax;
    const request = { scope, includesTextTests: true, now: Date.now(), sections, adTax };
    const report = await readReport(database, request);
    const heading = describePeriod(days, scope.isReportByLead);
    const outputs = {
      csv: () => [toCsv(DAY_COLUMNS, listDayRows(report))],
      json: () => [formatReportJson(report, days)],
    };
    if (await writeOutputs(context, outputs, () => 'Relatório')) return;
    const { stages, leads, salesTotals } = report;
    const isEmpty = stages.length === 0 && leads.stored === 0 && salesTotals.days.length === 0;
    if (isEmpty) return print(`${heading}: nenhuma ainda.\n`);
    const tables = buildTables(report).map(renderTable);
    const notes = [
      ...listMoneyCaveats(report),
      describeWaits(salesTotals),
      ...report.tests.map(
        (test) => `Teste ${test.name}: ${describeVerdict(test)} ${describeTest(test)}`,
      ),
      describeLeads(report),
      describeExcluded(report),
      describeCountedUntil(report),
    ];
    print(`${heading}\n\n${tables.join('\n')}\n${notes.filter(Boolean).join('\n')}\n`);
  },
});
