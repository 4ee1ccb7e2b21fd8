import { readLeads } from '../leads/leads.ts';
import { LEADS_CSV } from '../leads/people-csv.ts';
import { showListing } from './output/listing.ts';
import { runDatabaseCommand } from './run/command.ts';
import { LIST_OPTIONS } from './run/options.ts';

const TABLE_COLUMNS = [
  ...['id', 'created_at', 'nome', 'telefone', 'utm_source', 'utm_medium', 'utm_campaign'],
  'suspect',
];

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
    const read = () => readLeads(context.database);
    const noun = ['lead', 'leads'] as const;
    await showListing({ ...LEADS_CSV, read, tableColumns: TABLE_COLUMNS, noun }, context);
  },
});
