import type { LeadRow } from '@funil/contract/contacts/lead';
import { fitLead, fitLeadFields, type LeadFields } from '@funil/contract/contacts/lead-rules';
import { attemptSave, insertRow } from '../../capture/insert-row.ts';
import { reportLead } from '../../tracking/lead.ts';
import { reportFormEvent } from '../../tracking/watch/forms.ts';
import { readJourney } from '../../visitor/journey.ts';
import { readUtms } from '../../visitor/utm.ts';
import { createIdempotencyKeys } from '../idempotency-keys.ts';
import { findSuspicion } from '../RobotTrap.tsx';

/** Returns the row of typed fields with the visitor's origin and journey. */
export function buildLeadRow(typed: LeadFields): LeadRow {
  return fitLead(typed, readUtms(), readJourney());
}

/** Returns a function that saves leads and reports them. The same fields sent again are the same lead. */
export function createLeadSaver() {
  const keyFor = createIdempotencyKeys();
  return async (fields: LeadFields, openedAt: number, trap: string) => {
    let ref = '';
    const result = await attemptSave(() => {
      ref = keyFor(fields);
      reportFormEvent({ action: 'saving', form: 'lead', ref });
      const suspect = findSuspicion({ openedAt, now: Date.now(), trap });
      return insertRow('leads', buildLeadRow(fields), { key: ref, suspect });
    });
    if (result.ok) reportLead(ref, fitLeadFields(fields));
    else reportFormEvent({ action: 'failed', form: 'lead', ref });
    return { ref, result };
  };
}
