import type { Database, Tables } from '../store/database.ts';
import { findAbandoned, toDraftContact } from './abandoned.ts';
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
const SENT_STEP = 5;
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
  return isStep && step <= SENT_STEP ? step : 0;
}

/** The last step of an unfinished application, of the furthest one that its events name. */
const draftStep = (step: number): number =>
  Math.max(FIRST_STEP_AFTER_DRAFT, Math.min(step, SENT_STEP - 1));

/** Returns the last step, 0 to 5, of each application, by its id. */
export async function readLastSteps(
  database: Database,
  applications: readonly { readonly id: string; readonly isSent: boolean }[],
): Promise<Map<string, number>> {
  const drafts = applications.filter(({ isSent }) => !isSent).map(({ id }) => id);
  const events =
    drafts.length === 0
      ? []
      : await database
          .selectFrom('jornada')
          .where('lead_ref', 'in', drafts)
          .select(['lead_ref', 'payload'])
          .execute();
  const furthest = new Map<string | null, number>();
  for (const { lead_ref, payload } of events) {
    furthest.set(lead_ref, Math.max(furthest.get(lead_ref) ?? 0, readStep(payload)));
  }
  return new Map(
    applications.map(({ id, isSent }) => [
      id,
      isSent ? SENT_STEP : draftStep(furthest.get(id) ?? 0),
    ]),
  );
}

/** Returns all applications, oldest first: sent, abandoned, and drafts that are neither. */
export async function readApplications(
  database: Database,
  now = Date.now(),
): Promise<ApplicationFact[]> {
  const finished = await readFinished(database);
  const drafts = await readDrafts(database);
  const abandoned = await findAbandoned(database, drafts.map(toDraftContact), now);
  const steps = await readSteps(database);
  const origins = await readDraftOrigins(
    database,
    drafts.map(({ id }) => id),
  );
  const facts: ApplicationFact[] = [
    ...finished.map((row) => ({ ...row, situacao: 'enviada' as const, etapa: SENT_STEP })),
    ...drafts.map((draft) => {
      const situacao = abandoned.has(draft.id) ? ('abandonada' as const) : ('começada' as const);
      const etapa = draftStep(steps.get(draft.id) ?? 0);
      return { ...draft, ...origins.get(draft.id), situacao, etapa };
    }),
  ];
  return facts.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
}
