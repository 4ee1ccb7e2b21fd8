import type { LeadFields } from '@funil/contract/lead-rules';
import { saveLead } from '../../capture/gateway.ts';
import type { InsertResult } from '../../capture/insert-row.ts';
import { reportLead } from '../../tracking/lead.ts';
import { tellForm } from '../../tracking/watch/forms.ts';
import { createAttempts } from '../attempts.ts';
import { findSuspicion } from '../suspicion.ts';
import { buildLeadRow } from './lead-row.ts';

/** Saves leads and tells of it; the same words again are the same lead. */
export function createLeadSaver() {
  const keyFor = createAttempts();
  return async (fields: LeadFields, openedAt: number, trap: string) => {
    const ref = keyFor(fields);
    const row = buildLeadRow(fields);
    tellForm({ action: 'saving', form: 'lead', ref });
    const suspicion = findSuspicion({ openedAt, now: Date.now(), trap });
    const result: InsertResult = await saveLead(row, ref, suspicion);
    if (result.ok) reportLead(ref, row);
    else tellForm({ action: 'failed', form: 'lead', ref });
    return { ref, result };
  };
}
