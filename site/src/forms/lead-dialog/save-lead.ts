import type { LeadRow } from '@funil/contract/contacts/lead';
import type { TypedAnswers } from '@funil/contract/contacts/questions/form-questions';
import { makeLeadFields, makeLeadRow } from '@funil/contract/contacts/questions/lead-questions';
import type { Question } from '@funil/contract/contacts/questions/question';
import { attemptSave, insertRow } from '../../capture/insert-row.ts';
import { reportLead } from '../../tracking/lead.ts';
import { reportFormEvent } from '../../tracking/watch/forms.ts';
import { readJourney } from '../../visitor/journey.ts';
import { readOrStoreUtms } from '../../visitor/utm.ts';
import { findRobotSignals, type SubmissionHints } from '../Honeypot.tsx';
import { createIdempotencyKeys } from '../idempotency-keys.ts';

export const buildLeadRow = (questions: readonly Question[], typed: TypedAnswers): LeadRow =>
  makeLeadRow(questions, typed, { utms: readOrStoreUtms(), journey: readJourney() });

/** Saves and reports leads. Sending unchanged fields again stores no second lead. */
export function createLeadSaver(questions: readonly Question[]) {
  const keyFor = createIdempotencyKeys();
  return async (typed: TypedAnswers, openedAt: number, hints: SubmissionHints) => {
    let leadKey = '';
    const saved = await attemptSave(() => {
      leadKey = keyFor(typed);
      reportFormEvent({ action: 'saving', form: 'lead', rowKey: leadKey });
      const suspect = findRobotSignals({ openedAt, now: Date.now(), ...hints });
      return insertRow('leads', buildLeadRow(questions, typed), { key: leadKey, suspect });
    });
    if (saved.ok) reportLead(leadKey, makeLeadFields(questions, typed));
    else reportFormEvent({ action: 'failed', form: 'lead', rowKey: leadKey });
    return { leadKey, result: saved };
  };
}
