import { runCommand } from './command.ts';
import type { Cell } from './csv.ts';
import type { OperatorDatabase } from './database.ts';
import { showRows, toLocalTime } from './show-rows.ts';

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
] as const;

const SHOWN = [
  'situacao',
  'etapa',
  'created_at',
  'nome',
  'email',
  'whatsapp',
  'empresa',
  'faturamento',
  'suspect',
] as const;

/** Step of the form that says "sent". */
const LAST_STEP = 5;
/** A draft is stored when step 1 is left forward, so its applicant saw step 2 at least. */
const FIRST_STEP_AFTER_DRAFT = 2;

type Row = Record<string, Cell>;

const readFinished = (database: OperatorDatabase) =>
  database.selectFrom('newest_applications').selectAll().orderBy('created_at').execute();

const readAbandoned = (database: OperatorDatabase) =>
  database
    .selectFrom('newest_application_drafts as draft')
    .leftJoin('applications as application', 'application.id', 'draft.id')
    .where('application.id', 'is', null)
    .selectAll('draft')
    .orderBy('draft.created_at')
    .execute();

/** Furthest step that the events of each application speak of, by its id. */
async function readSteps(database: OperatorDatabase): Promise<Map<string, number>> {
  const events = await database
    .selectFrom('jornada')
    .where('lead_ref', 'is not', null)
    .where('name', 'in', ['form_abandon', 'form_start', 'form_complete'])
    .select(['lead_ref', 'payload'])
    .execute();
  const steps = new Map<string, number>();
  for (const { lead_ref, payload } of events) {
    const { step } = JSON.parse(payload) as { step?: unknown };
    if (lead_ref === null || !Number.isInteger(step)) continue;
    steps.set(lead_ref, Math.max(steps.get(lead_ref) ?? 0, step as number));
  }
  return steps;
}

async function readApplications(database: OperatorDatabase): Promise<Row[]> {
  const [finished, abandoned, steps] = await Promise.all([
    readFinished(database),
    readAbandoned(database),
    readSteps(database),
  ]);
  const rows: (Row & { created_at: string })[] = [
    ...finished.map((application) => ({
      ...application,
      situacao: 'enviada',
      etapa: LAST_STEP,
      origem_timestamp: toLocalTime(application.origem_timestamp),
    })),
    ...abandoned.map((draft) => ({
      ...draft,
      situacao: 'abandonada',
      etapa: Math.max(FIRST_STEP_AFTER_DRAFT, steps.get(draft.id) ?? 0),
    })),
  ];
  rows.sort((a, b) => a.created_at.localeCompare(b.created_at));
  return rows.map((row) => ({ ...row, created_at: toLocalTime(row.created_at) }));
}

await runCommand({
  usage: 'npm run applications [-- --csv ARQUIVO]',
  options: { csv: { type: 'string' } },
  async run({ database, values, print }) {
    const rows = await readApplications(database);
    const noun = ['aplicação', 'aplicações'] as const;
    const listing = { rows, columns: COLUMNS, shown: SHOWN, noun };
    showRows(listing, values.csv as string | undefined, print);
  },
});
