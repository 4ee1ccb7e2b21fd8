import type { LeadRow } from '@funil/contract/lead';
import { isName, isPhone, NAME_MESSAGE, PHONE_MESSAGE } from '@funil/contract/lead-rules';
import { readJourney } from '../../visitor/journey.ts';
import { readUtms, utmColumns } from '../../visitor/utm.ts';

/** What the visitor types, by the fields' names. */
export interface LeadFields {
  nome: string;
  telefone: string;
}

export type LeadErrors = Partial<LeadFields>;

/** The messages of the fields that do not hold to their rule, in the form's order. */
export function findErrors({ nome, telefone }: LeadFields): LeadErrors {
  return {
    ...(!isName(nome) && { nome: NAME_MESSAGE }),
    ...(!isPhone(telefone) && { telefone: PHONE_MESSAGE }),
  };
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
