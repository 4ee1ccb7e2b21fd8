import type { LeadRow } from '@funil/contract/lead';
import {
  fitLead,
  fitLeadFields,
  isName,
  isPhone,
  type LeadFields,
  NAME_MESSAGE,
  PHONE_MESSAGE,
} from '@funil/contract/lead-rules';
import { readJourney } from '../../visitor/journey.ts';
import { readUtms } from '../../visitor/utm.ts';

export type LeadErrors = Partial<LeadFields>;

/** The messages of the fields that do not hold to their rule, in the form's order. */
export function findErrors(typed: LeadFields): LeadErrors {
  const { nome, telefone } = fitLeadFields(typed);
  return {
    ...(!isName(nome) && { nome: NAME_MESSAGE }),
    ...(!isPhone(telefone) && { telefone: PHONE_MESSAGE }),
  };
}

/** The row of what was typed, with where the visitor came from and what was done so far. */
export function buildLeadRow(typed: LeadFields): LeadRow {
  return fitLead(typed, readUtms(), readJourney());
}
