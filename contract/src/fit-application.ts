// Browser code imports this file: of files that import zod it may import types only.
import type { ApplicationDraftRow, ApplicationRow } from './application.ts';
import { APPLICATION_FIELDS, type ApplicationFields, fitField } from './application-rules.ts';
import type { JourneyRecord } from './journey.ts';
import type { UtmRecord } from './utm.ts';

function fitFields(typed: ApplicationFields): ApplicationFields {
  const entries = APPLICATION_FIELDS.map((field) => [field, fitField(field, typed[field])]);
  return Object.fromEntries(entries) as ApplicationFields;
}

/** Returns the row that is saved when the visitor leaves step 1. */
export function fitDraft(id: string, typed: ApplicationFields): ApplicationDraftRow {
  const { nome, email, whatsapp, instagram } = fitFields(typed);
  return { id, nome, email, whatsapp, instagram };
}

/** Returns the row that is sent at the end, with the visit's source and journey. */
export function fitApplication(
  id: string,
  typed: ApplicationFields,
  { utms, journey }: { utms: UtmRecord; journey: JourneyRecord },
): ApplicationRow {
  const { tempo_jornada_segundos, paginas_visitadas } = journey;
  return { id, ...fitFields(typed), ...utms, tempo_jornada_segundos, paginas_visitadas };
}
