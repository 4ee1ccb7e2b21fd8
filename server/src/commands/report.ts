import { reportToCsv, reportToJson } from '../report/export.ts';
import { formatDay } from '../report/format.ts';
import { renderPage } from '../report/html/page.ts';
import { readPeriod } from '../report/period.ts';
import { readReport } from '../report/read/read-report.ts';
import { printTable } from '../report/tables/print-table.ts';
import { buildTables, describeLeads } from '../report/tables/tables.ts';
import { READING_OPTIONS, writeOutputs } from './output/listing.ts';
import type { Values } from './run/arguments.ts';
import { runCommand } from './run/command.ts';

/** The period in words: `de 01/03/2026 até 02/03/2026`. */
function describePeriod(first: string | undefined, last: string | undefined): string {
  if (first === undefined && last === undefined) return 'Todas as visitas';
  const parts = [first && `de ${formatDay(first)}`, last && `até ${formatDay(last)}`];
  return `Visitas ${parts.filter(Boolean).join(' ')}`;
}

const readDays = ({ desde, ate }: Values) => ({
  first: typeof desde === 'string' ? desde : undefined,
  last: typeof ate === 'string' ? ate : undefined,
});

await runCommand({
  name: 'report',
  summary: 'Mostra o caminho da visita à compra, por origem e por dia.',
  options: {
    desde: { value: 'AAAA-MM-DD', help: 'primeiro dia, de Brasília' },
    ate: { value: 'AAAA-MM-DD', help: 'último dia, incluído' },
    html: { value: 'ARQUIVO', help: 'grava uma página com gráficos' },
    csv: { value: 'ARQUIVO', help: 'grava o funil por dia e origem, para o Excel; “-”: terminal' },
    json: { value: 'ARQUIVO', help: READING_OPTIONS.json.help },
  },
  examples: [
    'npm run report',
    'npm run report -- --desde 2026-03-01 --ate 2026-03-31',
    'npm run report -- --html relatorio.html',
  ],
  check({ values }) {
    const { first, last } = readDays(values);
    readPeriod(first, last);
  },
  async run(context) {
    const { config, database, values, print } = context;
    const { first, last } = readDays(values);
    const isPostgres = config.databaseUrl !== null;
    const data = await readReport({ database, isPostgres, period: readPeriod(first, last) });
    const heading = describePeriod(first, last);
    const outputs = [
      { option: 'html', makeText: () => [renderPage(data, heading)] },
      { option: 'csv', makeText: () => [reportToCsv(data)] },
      {
        option: 'json',
        makeText: () => [reportToJson(data, { from: first ?? null, until: last ?? null })],
      },
    ];
    if (await writeOutputs(outputs, context, () => 'Relatório')) return;
    if (data.stages.length === 0) return print(`${heading}: nenhuma ainda.\n`);
    const tables = buildTables(data).map(printTable);
    print(`${heading}\n\n${tables.join('\n')}\n${describeLeads(data)}\n`);
  },
});
