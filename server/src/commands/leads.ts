import { publishedQuestions } from '@funil/contract/site/site-info';
import { type Lead, readLeads } from '../contacts/leads.ts';
import { leadColumns } from '../contacts/people-csv.ts';
import { readQuestions } from '../contacts/questions.ts';
import { fieldColumns } from '../csv/columns.ts';
import { findSiteInfo } from '../site/site-info.ts';
import { runDatabaseCommand } from './run/command.ts';
import { LIST_OPTIONS } from './run/options.ts';
import { showList } from './run/show-list.ts';

await runDatabaseCommand({
  name: 'leads',
  summary: 'Mostra os leads, do mais antigo ao mais novo.',
  access: 'read',
  options: LIST_OPTIONS,
  examples: [
    'npm run leads',
    'npm run leads -- --csv leads.csv',
    'npm run --silent leads -- --json - | jq length',
  ],
  async run(context) {
    const { config, database } = context;
    const siteQuestions = publishedQuestions(findSiteInfo(config.site.dir));
    const questions = await readQuestions(database, siteQuestions);
    await showList(context, {
      read: () => readLeads(database),
      columns: leadColumns(questions),
      table: fieldColumns<Lead>(
        'id',
        'created_at',
        'nome',
        'telefone',
        'utm_source',
        'utm_medium',
        'utm_campaign',
        'suspect',
      ),
      noun: ['lead', 'leads'],
    });
  },
});
