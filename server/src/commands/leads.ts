import { type Lead, readLeads } from '../contacts/leads.ts';
import { LEAD_COLUMNS } from '../contacts/people-csv.ts';
import { fieldColumns } from '../csv/columns.ts';
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
  run: (context) =>
    showList(context, {
      read: () => readLeads(context.database),
      columns: LEAD_COLUMNS,
      table: fieldColumns<Lead>(
        ...(['id', 'created_at', 'nome', 'telefone'] as const),
        ...(['utm_source', 'utm_medium', 'utm_campaign', 'suspect'] as const),
      ),
      noun: ['lead', 'leads'],
    }),
});
