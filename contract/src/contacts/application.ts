import * as z from 'zod/mini';
import { utmColumns, wholeNumber } from '../columns.ts';
import { ruledText, timestamp } from '../text.ts';
import { answersSchema } from './answers.ts';
import { APPLICATION_RULES } from './application-rules.ts';
import type { FieldRule } from './lead-rules.ts';

const column = ({ length, isValid, message }: FieldRule) => ruledText(length, isValid, message);

/** Content may leave the question out, or let visitors skip it. */
const optionalColumn = ({ length, isValid, message }: FieldRule) =>
  ruledText(length, (text) => text === '' || isValid(text), message);

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
  empresa: optionalColumn(APPLICATION_RULES.empresa),
  cargo: optionalColumn(APPLICATION_RULES.cargo),
  faturamento: optionalColumn(APPLICATION_RULES.faturamento),
  principais_desafios: optionalColumn(APPLICATION_RULES.principais_desafios),
  objetivos_movimento: optionalColumn(APPLICATION_RULES.objetivos_movimento),
  cronograma: optionalColumn(APPLICATION_RULES.cronograma),
  orcamento_investimento: optionalColumn(APPLICATION_RULES.orcamento_investimento),
  experiencia_anterior: optionalColumn(APPLICATION_RULES.experiencia_anterior),
  /** Missing in rows without an answer to a question that has no column. */
  respostas: z.optional(answersSchema),
  ...utmColumns,
  origem_timestamp: timestamp,
  tempo_jornada_segundos: wholeNumber,
  paginas_visitadas: wholeNumber,
});
export type ApplicationRow = z.infer<typeof applicationRowSchema>;
