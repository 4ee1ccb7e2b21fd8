import type { LeadRow } from '@funil/contract/lead';
import {
  fitLead,
  fitLeadFields,
  LEAD_FIELDS,
  LEAD_RULES,
  type LeadFields,
} from '@funil/contract/lead-rules';
import { readJourney } from '../../visitor/journey.ts';
import { readUtms } from '../../visitor/utm.ts';

export type LeadErrors = Partial<LeadFields>;

/** The messages of the fields that do not hold to their rule, in the form's order. */
export function findErrors(typed: LeadFields): LeadErrors {
  const fields = fitLeadFields(typed);
  const wrong = LEAD_FIELDS.filter((field) => !LEAD_RULES[field].isValid(fields[field]));
  return Object.fromEntries(wrong.map((field) => [field, LEAD_RULES[field].message]));
}

/** The row of what was typed, with where the visitor came from and what was done so far. */
export function buildLeadRow(typed: LeadFields): LeadRow {
  return fitLead(typed, readUtms(), readJourney());
}
