import * as z from 'zod/mini';
import { APPLICATION_RULES } from './application-rules.ts';
import { utmColumns, wholeNumber } from './columns.ts';
import type { FieldRule } from './lead-rules.ts';
import { ruledText, timestamp } from './text.ts';

const column = ({ length, isValid, message }: FieldRule) => ruledText(length, isValid, message);

const contactColumns = {
  nome: column(APPLICATION_RULES.nome),
  email: column(APPLICATION_RULES.email),
  whatsapp: column(APPLICATION_RULES.whatsapp),
  instagram: column(APPLICATION_RULES.instagram),
};

const keys = {
  /** A UUIDv7 that an applicant's draft and application share. Of several rows with one id, the newest counts. */
  id: z.guid(),
  /** UUID of this save: a repeat stores no second row. If it is missing, the database creates one. */
  save_id: z.optional(z.guid()),
};

/** A row of `application_drafts`, saved after step 1. */
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
  origem_timestamp: timestamp,
  tempo_jornada_segundos: wholeNumber,
  paginas_visitadas: wholeNumber,
});
export type ApplicationRow = z.infer<typeof applicationRowSchema>;
