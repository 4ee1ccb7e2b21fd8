import type { ApplicationDraftRow, ApplicationRow } from '@funil/contract/application';
import { APPLICATION_FIELDS, type ApplicationFields } from '@funil/contract/application-rules';
import type { JourneyRecord } from '@funil/contract/journey';
import type { UtmRecord } from '@funil/contract/utm';
import { utmColumns } from '../../visitor/utm.ts';

/** What was typed, without what no store can hold: halves of cut emoji, and NUL. */
const clean = (text: string) => text.replace(/[\p{Cs}\0]/gu, '').trim();

function cleanFields(data: ApplicationFields): ApplicationFields {
  const entries = APPLICATION_FIELDS.map((field) => [field, clean(data[field])]);
  return Object.fromEntries(entries) as ApplicationFields;
}

/** The row saved when step 1 is left. */
export function buildDraft(id: string, data: ApplicationFields): ApplicationDraftRow {
  const { nome, email, whatsapp, instagram } = cleanFields(data);
  return { id, nome, email, whatsapp, instagram };
}

/** The row sent at the end, without the id of its save, with where the visitor came from and what the visit was. */
export function buildApplication(
  id: string,
  data: ApplicationFields,
  { utms, journey }: { utms: UtmRecord; journey: JourneyRecord },
): ApplicationRow {
  return {
    id,
    ...cleanFields(data),
    ...utmColumns(utms),
    origem_timestamp: utms.origem_timestamp,
    tempo_jornada_segundos: journey.tempo_jornada_segundos,
    paginas_visitadas: journey.paginas_visitadas,
  };
}
