import { type ApplicationFact, readApplications } from '../leads/applications.ts';
import type { Cell } from '../output/csv.ts';
import { toLocalTime } from '../output/local-time.ts';
import { showListing } from './output/listing.ts';
import { runCommand } from './run/command.ts';
import { READING_OPTIONS } from './run/options.ts';

const COLUMNS = [
  'situacao',
  'etapa',
  'created_at',
  'nome',
  'email',
  'whatsapp',
  'instagram',
  'empresa',
  'cargo',
  'faturamento',
  'cronograma',
  'principais_desafios',
  'objetivos_movimento',
  'orcamento_investimento',
  'experiencia_anterior',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'origem_timestamp',
  'tempo_jornada_segundos',
  'paginas_visitadas',
  'suspect',
  'id',
];

const SHOWN = [
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
];

const toCells = (application: ApplicationFact): Record<string, Cell> => ({
  ...application,
  created_at: toLocalTime(application.created_at),
  origem_timestamp: application.origem_timestamp ? toLocalTime(application.origem_timestamp) : null,
});

await runCommand({
  name: 'applications',
  summary: 'Mostra as aplicações, enviadas, abandonadas e começadas, da mais antiga à mais nova.',
  access: 'read',
  options: READING_OPTIONS,
  examples: [
    'npm run applications',
    'npm run applications -- --csv aplicacoes.csv',
    'npm run applications -- --json aplicacoes.json',
  ],
  async run(context) {
    const { database } = context;
    async function* read() {
      const facts = await readApplications(database);
      if (facts.length > 0) yield facts;
    }
    const noun = ['aplicação', 'aplicações'] as const;
    await showListing({ read, toCells, columns: COLUMNS, shown: SHOWN, noun }, context);
  },
});
