import type { LeadRow } from '@funil/contract/lead';
import {
  fitLead,
  fitLeadFields,
  isName,
  isPhone,
  type LeadFields,
} from '@funil/contract/lead-rules';
import { readJourney } from '../../visitor/journey.ts';
import { readUtms } from '../../visitor/utm.ts';

const RULES = { nome: isName, telefone: isPhone } as const;

/** The names of the fields that do not hold to their rule, in the form's order. */
export function findInvalid(typed: LeadFields): (keyof LeadFields)[] {
  const fields = fitLeadFields(typed);
  return (['nome', 'telefone'] as const).filter((name) => !RULES[name](fields[name]));
}

/** The row of what was typed, with where the visitor came from and what was done so far. */
export function buildLeadRow(typed: LeadFields): LeadRow {
  return fitLead(typed, readUtms(), readJourney());
}
