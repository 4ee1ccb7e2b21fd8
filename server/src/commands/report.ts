import type { Config } from '../config/config.ts';
import { toCsv } from '../output/csv.ts';
import { reportRows, reportToJson } from '../report/export.ts';
import { formatDay } from '../report/format.ts';
import { renderPage } from '../report/html/page.ts';
import type { ReportData } from '../report/model.ts';
import type { Days } from '../report/period.ts';
import { readReport } from '../report/read-report.ts';
import { describeLeads, describeMoney, describeWaits } from '../report/summaries.ts';
import { buildTables, type Table } from '../report/tables.ts';
import { readSiteFacts } from '../site/site-facts.ts';
import { completeVisits, rebuildVisits } from '../visits/open-updater.ts';
import { writeOutputs } from './output/listing.ts';
import { createTable } from './output/table.ts';
import { runCommand } from './run/command.ts';
import type { Words } from './run/definition.ts';
import { OPTIONS, periodOf } from './run/options.ts';

const REPORT_OPTIONS = {
  desde: OPTIONS.desde,
  ate: OPTIONS.ate,
  html: OPTIONS.html,
  csv: {
    ...OPTIONS.csv,
    help: 'grava o funil e o dinheiro por dia e origem, para o Excel; “-”: terminal',
  },
  json: OPTIONS.json,
  rebuild: { help: 'antes, refaz as visitas a partir de todos os eventos gravados' },
};

/** A table for the terminal: names to the left, numbers to the right. */
const printTable = ({ title, columns, rows }: Table): string =>
  `${title}\n${createTable(columns, { widest: 44, isNumber: (index) => index > 0 })(rows)}`;

/** The period in words: `de 01/03/2026 até 02/03/2026`. */
function describePeriod({ first, last }: Days): string {
  if (first === undefined && last === undefined) return 'Todas as visitas';
  const parts = [first && `de ${formatDay(first)}`, last && `até ${formatDay(last)}`];
  return `Visitas ${parts.filter(Boolean).join(' ')}`;
}

const readDays = ({ text }: Words<typeof REPORT_OPTIONS>): Days => ({
  first: text('desde'),
  last: text('ate'),
});

/** The page's sections in order; none where no site of this release is built. */
function sectionsOf(config: Config): readonly string[] {
  const site = readSiteFacts(config.site.dir);
  return site.ok ? site.facts.sections : [];
}

/** Whether there is nothing to show of the period. */
const isEmpty = ({ stages, leads, money }: ReportData) =>
  stages.length === 0 && leads.stored === 0 && money.days.length === 0;

await runCommand({
  name: 'report',
  summary: 'Mostra o caminho da visita ao dinheiro, por origem, campanha e criativo, e por dia.',
  access: 'read',
  options: REPORT_OPTIONS,
  examples: [
    'npm run report',
    'npm run report -- --desde 2026-03-01 --ate 2026-03-31',
    'npm run report -- --html relatorio.html',
  ],
  check: (words) => void periodOf(readDays(words)),
  async run(context) {
    const { config, database, words, print } = context;
    const days = readDays(words);
    if (words.isSet('rebuild')) await rebuildVisits(config.store);
    const read = () => readReport({ database, period: periodOf(days) }, sectionsOf(config));
    let data = await read();
    if (data.unread > 0) {
      await completeVisits(config.store);
      data = await read();
    }
    const heading = describePeriod(days);
    const { columns, rows } = reportRows(data);
    const outputs = [
      { file: words.text('html'), makeText: () => [renderPage(data, heading)] },
      { file: words.text('csv'), makeText: () => [toCsv(columns, rows)] },
      { file: words.text('json'), makeText: () => [reportToJson(data, days)] },
    ];
    if (await writeOutputs(outputs, context, () => 'Relatório')) return;
    if (isEmpty(data)) return print(`${heading}: nenhuma ainda.\n`);
    const tables = buildTables(data).map(printTable);
    const notes = [...describeMoney(data), describeWaits(data.money), describeLeads(data)];
    const told = notes.filter((note) => note !== '').join('\n');
    print(`${heading}\n\n${tables.join('\n')}\n${told}\n`);
  },
});
