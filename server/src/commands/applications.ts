import { readApplications } from '../leads/applications.ts';
import { applicationsCsv } from '../leads/people-csv.ts';
import { readQuestions } from '../leads/questions.ts';
import { readSiteInfo } from '../site/site-info.ts';
import { showListing } from './output/listing.ts';
import { runDatabaseCommand } from './run/command.ts';
import { LIST_OPTIONS } from './run/options.ts';

const TABLE_COLUMNS = [
  ...['situacao', 'etapa', 'created_at', 'nome', 'email', 'whatsapp', 'empresa', 'faturamento'],
  ...['utm_source', 'utm_campaign', 'suspect'],
];

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
    async function* read() {
      const applications = await readApplications(context.database);
      if (applications.length > 0) yield applications;
    }
    const site = readSiteInfo(context.config.site.dir);
    const published = site.ok ? site.info.questions : [];
    const listing = applicationsCsv(await readQuestions(context.database, published));
    const noun = ['aplicação', 'aplicações'] as const;
    await showListing({ ...listing, read, tableColumns: TABLE_COLUMNS, noun }, context);
  },
});
