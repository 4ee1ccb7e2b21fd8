import { publishedQuestions } from '@funil/contract/site/site-info';
import { type ApplicationRecord, readApplications } from '../contacts/applications.ts';
import { applicationColumns } from '../contacts/people-csv.ts';
import { readQuestions } from '../contacts/questions.ts';
import { fieldColumns } from '../csv/columns.ts';
import { findSiteInfo } from '../site/site-info.ts';
import { runDatabaseCommand } from './run/command.ts';
import { LIST_OPTIONS } from './run/options.ts';
import { showList } from './run/show-list.ts';

await runDatabaseCommand({
  name: 'applications',
  summary: 'Mostra as aplicações, enviadas, abandonadas e começadas, da mais antiga à mais nova.',
  access: 'read',
  options: LIST_OPTIONS,
  examples: [
    'npm run applications',
    'npm run applications -- --csv aplicacoes.csv',
    'npm run applications -- --json aplicacoes.json',
  ],
  async run(context) {
    const { config, database } = context;
    const siteQuestions = publishedQuestions(findSiteInfo(config.site.dir));
    const applications = await readApplications(database);
    await showList(context, {
      read: () => [applications],
      columns: applicationColumns(await readQuestions(database, siteQuestions)),
      table: fieldColumns<ApplicationRecord>(
        'situacao',
        'etapa',
        'created_at',
        'nome',
        'email',
        'whatsapp',
        'empresa',
        'faturamento',
        'utm_source',
        'utm_campaign',
        'suspect',
      ),
      noun: ['aplicação', 'aplicações'],
    });
  },
});
