import { writeFileSync } from 'node:fs';
import { runCommand } from './command.ts';
import { formatDay } from './report/format.ts';
import { renderPage } from './report/page.ts';
import { readPeriod } from './report/period.ts';
import { printTable } from './report/print-table.ts';
import { readReport } from './report/read-report.ts';
import { buildTables, describeLeads } from './report/summary.ts';

/** The period in words: `de 01/03/2026 até 02/03/2026`. */
function describePeriod(first: string | undefined, last: string | undefined): string {
  if (first === undefined && last === undefined) return 'Todas as visitas';
  const parts = [first && `de ${formatDay(first)}`, last && `até ${formatDay(last)}`];
  return `Visitas ${parts.filter(Boolean).join(' ')}`;
}

await runCommand({
  usage: 'npm run report [-- --desde AAAA-MM-DD] [--ate AAAA-MM-DD] [--html ARQUIVO]',
  options: {
    desde: { type: 'string' },
    ate: { type: 'string' },
    html: { type: 'string' },
  },
  async run({ config, database, values, print }) {
    const { desde, ate, html } = values as { desde?: string; ate?: string; html?: string };
    const isPostgres = config.databaseUrl !== null;
    const data = await readReport({ database, isPostgres, period: readPeriod(desde, ate) });
    const heading = describePeriod(desde, ate);
    if (html !== undefined) {
      writeFileSync(html, renderPage(data, heading));
      return print(`Relatório em ${html}\n`);
    }
    if (data.stages.length === 0) return print(`${heading}: nenhuma ainda.\n`);
    const tables = buildTables(data).map(printTable);
    print(`${heading}\n\n${tables.join('\n')}\n${describeLeads(data)}\n`);
  },
});
