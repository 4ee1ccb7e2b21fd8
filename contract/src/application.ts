import * as z from 'zod/mini';
import { APPLICATION_RULES } from './application-rules.ts';
import { utmColumns, wholeNumber } from './columns.ts';
import type { FieldRule } from './lead-rules.ts';
import { moment, ruledText } from './text.ts';

const column = ({ length, isValid, message }: FieldRule) => ruledText(length, isValid, message);

const contactColumns = {
  nome: column(APPLICATION_RULES.nome),
  email: column(APPLICATION_RULES.email),
  whatsapp: column(APPLICATION_RULES.whatsapp),
  instagram: column(APPLICATION_RULES.instagram),
};

const keys = {
  /** A UUIDv7; draft and application of one applicant share it. A row of the same id, with other words,
   *  corrects those before it: the newest counts. */
  id: z.guid(),
  /** This save's own UUID: a repeat of it stores one row. The database makes one when absent. */
  save_id: z.optional(z.guid()),
};

/** A row of `application_drafts`: who left step 1. */
export const applicationDraftRowSchema = z.strictObject({ ...keys, ...contactColumns });
export type ApplicationDraftRow = z.infer<typeof applicationDraftRowSchema>;

/** A row of `applications`. */
export const applicationRowSchema = z.strictObject({
  ...keys,
  ...contactColumns,
  empresa: column(APPLICATION_RULES.empresa),
  cargo: column(APPLICATION_RULES.cargo),
  faturamento: column(APPLICATION_RULES.faturamento),
  principais_desafios: column(APPLICATION_RULES.principais_desafios),
  objetivos_movimento: column(APPLICATION_RULES.objetivos_movimento),
  cronograma: column(APPLICATION_RULES.cronograma),
  orcamento_investimento: column(APPLICATION_RULES.orcamento_investimento),
  experiencia_anterior: column(APPLICATION_RULES.experiencia_anterior),
  ...utmColumns,
  origem_timestamp: moment,
  tempo_jornada_segundos: wholeNumber,
  paginas_visitadas: wholeNumber,
});
export type ApplicationRow = z.infer<typeof applicationRowSchema>;
