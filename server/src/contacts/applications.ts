import { compareTexts } from '@funil/contract/characters';
import { APPLICATION_FIELDS } from '@funil/contract/contacts/application-rules';
import { readAnswers } from '@funil/contract/contacts/questions/answers';
import type { Answers } from '@funil/contract/contacts/questions/question';
import type { EventPayloads } from '@funil/contract/visits/event';
import type { Database, Tables } from '../store/database.ts';
import { inChunks } from '../store/queries/in-chunks.ts';
import { findAbandoned, toDraftContact } from './abandoned.ts';
import { readDraftOrigins } from './draft-origins.ts';

/** An application, or a draft, which has only the fields of the first step. */
export interface ApplicationRecord
  extends Partial<
    Omit<Tables['newest_applications'], 'created_at' | 'id' | 'signals' | 'suspect' | 'respostas'>
  > {
  id: string;
  created_at: string;
  suspect: string | null;
  situacao: 'enviada' | 'abandonada' | 'começada';
  etapa: number;
  respostas?: Answers;
}

/** The columns of answers, which may name another person; the others name the sender. */
export const ANSWER_COLUMNS = APPLICATION_FIELDS.filter(
  (field) => !['nome', 'email', 'whatsapp', 'instagram'].includes(field),
);

const SENT_STEP = 5;
const FIRST_STEP_AFTER_DRAFT = 2;

const APPLICATION_IDS_PER_QUERY = 1_000;

/** Returns the last step by application id, counted from 0: 5 if it was sent, else 2 to 4 from the draft's events. */
export async function readLastSteps(
  database: Database,
  applications: readonly { readonly id: string; readonly isSent: boolean }[],
): Promise<Map<string, number>> {
  const lastStepsById = new Map(
    applications.map(({ id, isSent }) => [id, isSent ? SENT_STEP : FIRST_STEP_AFTER_DRAFT]),
  );
  const drafts = applications.flatMap(({ id, isSent }) => (isSent ? [] : [id]));
  for (const ids of inChunks(drafts, APPLICATION_IDS_PER_QUERY)) {
    const events = await database
      .selectFrom('jornada')
      .where('lead_ref', 'in', ids)
      .where('name', 'in', ['form_start', 'form_abandon', 'form_complete'])
      .select(['lead_ref', 'payload'])
      .execute();
    for (const { lead_ref, payload } of events) {
      const id = lead_ref ?? '';
      const { step = 0 }: EventPayloads['form_abandon'] = JSON.parse(payload);
      lastStepsById.set(id, Math.max(lastStepsById.get(id) ?? 0, Math.min(step, SENT_STEP - 1)));
    }
  }
  return lastStepsById;
}

/** Returns applications and drafts, the oldest first. */
export async function readApplications(database: Database): Promise<ApplicationRecord[]> {
  const finished = await database.selectFrom('newest_applications').selectAll().execute();
  const drafts = await database
    .selectFrom('newest_application_drafts')
    .where('id', 'not in', (query) => query.selectFrom('applications').select('id'))
    .selectAll()
    .execute();
  const abandoned = await findAbandoned(database, drafts.map(toDraftContact), Date.now());
  const draftIds = drafts.map(({ id }) => id);
  const unsentDrafts = draftIds.map((id) => ({ id, isSent: false }));
  const lastStepsById = await readLastSteps(database, unsentDrafts);
  const originsById = await readDraftOrigins(database, draftIds);
  const records: ApplicationRecord[] = [
    ...finished.map(({ respostas, signals: _, ...row }) => ({
      ...row,
      situacao: 'enviada' as const,
      etapa: SENT_STEP,
      respostas: readAnswers(respostas),
    })),
    ...drafts.map(({ signals: _, ...draft }) => {
      const situacao = abandoned.has(draft.id) ? ('abandonada' as const) : ('começada' as const);
      const etapa = lastStepsById.get(draft.id) ?? 0;
      return { ...draft, ...originsById.get(draft.id), situacao, etapa };
    }),
  ];
  return records.sort((a, b) => compareTexts(a.created_at, b.created_at));
}
