import { type Lead, readLeads } from '../leads/leads.ts';
import { toLocalTime } from '../output/local-time.ts';
import { describeClicks } from './output/describe-clicks.ts';
import { showListing } from './output/listing.ts';
import { runCommand } from './run/command.ts';
import { READING_OPTIONS } from './run/options.ts';

const COLUMNS = [
  'id',
  'created_at',
  'nome',
  'telefone',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'botoes_clicados',
  'tempo_jornada_segundos',
  'paginas_visitadas',
  'origem_timestamp',
  'suspect',
  'idempotency_key',
];

const SHOWN = [
  'id',
  'created_at',
  'nome',
  'telefone',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'suspect',
];

const toCells = (lead: Lead) => ({
  ...lead,
  created_at: toLocalTime(lead.created_at),
  origem_timestamp: toLocalTime(lead.origem_timestamp),
  botoes_clicados: describeClicks(lead.botoes_clicados),
});

await runCommand({
  name: 'leads',
  summary: 'Mostra os leads, do mais antigo ao mais novo.',
  access: 'read',
  options: READING_OPTIONS,
  examples: [
    'npm run leads',
    'npm run leads -- --csv leads.csv',
    'npm run --silent leads -- --json - | jq length',
  ],
  async run(context) {
    const read = () => readLeads(context.database);
    const noun = ['lead', 'leads'] as const;
    await showListing({ read, toCells, columns: COLUMNS, shown: SHOWN, noun }, context);
  },
});
