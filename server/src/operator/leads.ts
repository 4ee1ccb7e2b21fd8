import { runCommand } from './command.ts';
import type { OperatorDatabase } from './database.ts';
import { showRows, toLocalTime } from './show-rows.ts';

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
] as const;

const SHOWN = [
  'id',
  'created_at',
  'nome',
  'telefone',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'suspect',
] as const;

async function readLeads(database: OperatorDatabase) {
  const leads = await database.selectFrom('leads').select(COLUMNS).orderBy('id').execute();
  return leads.map((lead) => ({
    ...lead,
    created_at: toLocalTime(lead.created_at),
    origem_timestamp: toLocalTime(lead.origem_timestamp),
  }));
}

await runCommand({
  usage: 'npm run leads [-- --csv ARQUIVO]',
  options: { csv: { type: 'string' } },
  async run({ database, values, print }) {
    const rows = await readLeads(database);
    const listing = { rows, columns: COLUMNS, shown: SHOWN, noun: ['lead', 'leads'] } as const;
    showRows(listing, values.csv as string | undefined, print);
  },
});
