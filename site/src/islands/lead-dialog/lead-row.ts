import type { LeadRow } from '@funil/contract/lead';
import { isName, isPhone } from '@funil/contract/lead-rules';
import { readJourney } from '../../visitor/journey.ts';
import { readUtms, utmColumns } from '../../visitor/utm.ts';

/** What the visitor types, by the fields' names. */
export interface LeadFields {
  nome: string;
  telefone: string;
}

const RULES = { nome: isName, telefone: isPhone } as const;

/** The names of the fields that do not hold to their rule, in the form's order. */
export function findInvalid(fields: LeadFields): (keyof LeadFields)[] {
  return (['nome', 'telefone'] as const).filter((name) => !RULES[name](fields[name]));
}

/** The lead's eleven fields: what was typed, where the visitor came from, what was done so far. */
export function buildLeadRow({ nome, telefone }: LeadFields): LeadRow {
  const utms = readUtms();
  const { botoes_clicados, tempo_jornada_segundos, paginas_visitadas } = readJourney();
  return {
    nome: nome.trim(),
    telefone,
    ...utmColumns(utms),
    botoes_clicados,
    tempo_jornada_segundos,
    paginas_visitadas,
    origem_timestamp: utms.origem_timestamp,
  };
}
