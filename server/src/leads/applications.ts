import { emailKey, phoneKey } from '@funil/contract/person';
import type { Database, Tables } from '../store/database.ts';
import { findAbandoned } from './abandoned.ts';
import { readDraftOrigins } from './contacts/draft-origins.ts';

/** An application and how far it got; a draft has only the first step's fields. */
export interface ApplicationFact
  extends Partial<Omit<Tables['newest_applications'], 'created_at' | 'id' | 'suspect'>> {
  id: string;
  created_at: string;
  suspect: string | null;
  situacao: 'enviada' | 'abandonada' | 'começada';
  /** Furthest step, from 0; 5: sent. */
  etapa: number;
}

/** Step of the form that says "sent". */
const LAST_STEP = 5;
/** A draft is stored when step 1 is left forward, so its applicant saw step 2 at least. */
const FIRST_STEP_AFTER_DRAFT = 2;

const readFinished = (database: Database) =>
  database.selectFrom('newest_applications').selectAll().execute();

const readDrafts = (database: Database) =>
  database
    .selectFrom('newest_application_drafts')
    .where('id', 'not in', (query) => query.selectFrom('applications').select('id'))
    .selectAll()
    .execute();

/** Returns the furthest step that the events of each draft's form name. */
async function readSteps(database: Database): Promise<Map<string, number>> {
  const events = await database
    .selectFrom('jornada')
    .where('lead_ref', 'in', (query) => query.selectFrom('application_drafts').select('id'))
    .select(['lead_ref', 'payload'])
    .execute();
  const steps = new Map<string, number>();
  for (const { lead_ref, payload } of events) {
    if (lead_ref === null) continue;
    steps.set(lead_ref, Math.max(steps.get(lead_ref) ?? 0, readStep(payload)));
  }
  return steps;
}

/** The step a payload names; 0 where it names none that the form has. */
function readStep(payload: string): number {
  const { step } = JSON.parse(payload) as { step?: unknown };
  const isStep = typeof step === 'number' && Number.isInteger(step) && step > 0;
  return isStep && step <= LAST_STEP ? step : 0;
}

/** Returns all applications, oldest first: sent, abandoned, and drafts that are neither. */
export async function readApplications(
  database: Database,
  now = Date.now(),
): Promise<ApplicationFact[]> {
  const finished = await readFinished(database);
  const drafts = await readDrafts(database);
  const abandoned = await findAbandoned(
    database,
    database.dialect,
    drafts.map(({ id, whatsapp, email, created_at }) => ({
      ...{ id, phoneKey: phoneKey(whatsapp), emailKey: emailKey(email), savedAt: created_at },
    })),
    now,
  );
  const steps = await readSteps(database);
  const origins = await readDraftOrigins(
    database,
    database.dialect,
    drafts.map(({ id }) => id),
  );
  const facts: ApplicationFact[] = [
    ...finished.map((row) => ({ ...row, situacao: 'enviada' as const, etapa: LAST_STEP })),
    ...drafts.map((draft) => {
      const step = Math.min(steps.get(draft.id) ?? 0, LAST_STEP - 1);
      const etapa = Math.max(FIRST_STEP_AFTER_DRAFT, step);
      const situacao = abandoned.has(draft.id) ? ('abandonada' as const) : ('começada' as const);
      return { ...draft, ...origins.get(draft.id), situacao, etapa };
    }),
  ];
  return facts.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
}
