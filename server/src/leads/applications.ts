import { UTM_FIELDS, type Utms } from '@funil/contract/utm';
import type { Database, Tables } from '../store/database.ts';

/** What an application says, and where it stands; an abandoned one has only its first step. */
export interface ApplicationFact
  extends Partial<Omit<Tables['newest_applications'], 'created_at' | 'id' | 'suspect'>> {
  id: string;
  created_at: string;
  suspect: string | null;
  situacao: 'enviada' | 'abandonada';
  /** Furthest step, from 0; 5: sent. */
  etapa: number;
}

/** Step of the form that says "sent". */
const SENT_STEP = 5;
/** A draft is stored when step 1 is left forward, so its applicant saw step 2 at least. */
const FIRST_STEP_AFTER_DRAFT = 2;

/** What the events of an application tell of it. */
interface Trace extends Utms {
  step: number;
}

const readFinished = (database: Database) =>
  database.selectFrom('newest_applications').selectAll().execute();

const readAbandoned = (database: Database) =>
  database
    .selectFrom('newest_application_drafts')
    .where('id', 'not in', (query) => query.selectFrom('applications').select('id'))
    .selectAll()
    .execute();

/** Of each application that its form's events speak of: the furthest step, and the first one's origin. */
async function readTraces(database: Database): Promise<Map<string, Trace>> {
  const events = await database
    .selectFrom('jornada')
    .where('lead_ref', 'in', (query) => query.selectFrom('application_drafts').select('id'))
    .select(['lead_ref', 'payload', ...UTM_FIELDS])
    .orderBy('occurred_at')
    .orderBy('id')
    .execute();
  const traces = new Map<string, Trace>();
  for (const { lead_ref, payload, ...origin } of events) {
    if (lead_ref === null) continue;
    const trace = traces.get(lead_ref) ?? { ...origin, step: 0 };
    traces.set(lead_ref, { ...trace, step: Math.max(trace.step, readStep(payload)) });
  }
  return traces;
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

/** All applications, oldest first: those sent, and those given up after their first step. */
export async function readApplications(database: Database): Promise<ApplicationFact[]> {
  const finished = await readFinished(database);
  const abandoned = await readAbandoned(database);
  const traces = await readTraces(database);
  const facts: ApplicationFact[] = [
    ...finished.map((row) => ({ ...row, situacao: 'enviada' as const, etapa: SENT_STEP })),
    ...abandoned.map((draft) => {
      const { step = 0, ...origin } = traces.get(draft.id) ?? {};
      return { ...draft, ...origin, situacao: 'abandonada' as const, etapa: draftStep(step) };
    }),
  ];
  return facts.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
}
