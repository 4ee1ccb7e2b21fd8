import * as z from 'zod/mini';
import { rowInteger, utmColumns } from '../columns.ts';
import { optionalText, requiredText, rowTimestamp } from '../text.ts';
import { applicationAnswersSchema } from './answers.ts';
import { APPLICATION_RULES } from './application-rules.ts';
import { mapRules } from './lead-rules.ts';

const { nome, email, whatsapp, instagram, ...answerRules } = APPLICATION_RULES;
const contactColumns = mapRules({ nome, email, whatsapp, instagram }, requiredText);
const answerColumns = mapRules(answerRules, optionalText);

const applicationKeys = {
  /** UUIDv7 that draft and application share. Of several rows with one id, the newest counts. */
  id: z.guid(),
  /** The same in a repeat, which stores no second row. */
  save_id: z.optional(z.guid()),
};

export const applicationDraftRowSchema = z.strictObject({ ...applicationKeys, ...contactColumns });
export type ApplicationDraftRow = z.infer<typeof applicationDraftRowSchema>;

export const applicationRowSchema = z.strictObject({
  ...applicationKeys,
  ...contactColumns,
  ...answerColumns,
  respostas: z.optional(applicationAnswersSchema),
  ...utmColumns,
  origem_timestamp: rowTimestamp,
  tempo_jornada_segundos: rowInteger,
  paginas_visitadas: rowInteger,
});
export type ApplicationRow = z.infer<typeof applicationRowSchema>;
