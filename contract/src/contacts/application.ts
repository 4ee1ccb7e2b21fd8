import * as z from 'zod/mini';
import { rowInteger, utmColumns } from '../columns.ts';
import { rowTimestamp, ruledText, skippableText } from '../text.ts';
import { applicationAnswersSchema } from './answers.ts';
import { APPLICATION_RULES } from './application-rules.ts';
import { mapRules } from './lead-rules.ts';

const { nome, email, whatsapp, instagram, ...answerRules } = APPLICATION_RULES;
const contactColumns = mapRules({ nome, email, whatsapp, instagram }, ruledText);
const answerColumns = mapRules(answerRules, skippableText);

const applicationKeys = {
  /** A UUIDv7 that an applicant's draft and application share. Of several rows with one id, the newest counts. */
  id: z.guid(),
  /** UUID of this save: a repeat stores no second row. If it is missing, the database creates one. */
  save_id: z.optional(z.guid()),
};

/** A row of `application_drafts`, saved after step 1. */
export const applicationDraftRowSchema = z.strictObject({ ...applicationKeys, ...contactColumns });
export type ApplicationDraftRow = z.infer<typeof applicationDraftRowSchema>;

/** A row of `applications`. */
export const applicationRowSchema = z.strictObject({
  ...applicationKeys,
  ...contactColumns,
  ...answerColumns,
  /** Missing in rows without an answer to a question that has no column. */
  respostas: z.optional(applicationAnswersSchema),
  ...utmColumns,
  origem_timestamp: rowTimestamp,
  tempo_jornada_segundos: rowInteger,
  paginas_visitadas: rowInteger,
});
export type ApplicationRow = z.infer<typeof applicationRowSchema>;
