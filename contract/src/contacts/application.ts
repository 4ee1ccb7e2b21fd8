import * as z from 'zod/mini';
import { rowInteger, utmColumns } from '../capture/columns.ts';
import { optionalText, requiredText, rowTimestamp } from '../text.ts';
import { APPLICATION_RULES } from './application-rules.ts';
import { mapRules } from './lead-rules.ts';
import { applicationAnswersSchema } from './questions/answers.ts';

/** Matches what people without a profile write: `@não tenho`, `@nenhum`. */
const NO_PROFILE =
  /^@\s?(?:n[aã]o[\s._]?(?:tenho|uso|possuo)?(?:[\s._]?insta(?:gram)?)?|nenhum|sem[\s._]?insta(?:gram)?)$/i;

export const saysNoProfile = (text: string): boolean => NO_PROFILE.test(text);

const { nome, email, whatsapp, instagram, ...answerRules } = APPLICATION_RULES;
const contactColumns = {
  ...mapRules({ nome, email, whatsapp }, requiredText),
  instagram: z.pipe(
    requiredText(instagram),
    z.transform((text) => (saysNoProfile(text) ? '' : text)),
  ),
};
const answerColumns = mapRules(answerRules, optionalText);

const applicationKeys = {
  /** The UUIDv7 that a draft and its application share. Of several rows with the same id, the newest counts. */
  id: z.guid(),
  /**
   * The UUID of this save. The server does not store a row again if a retry repeats the UUID. If absent, the database
   * creates a UUID.
   */
  save_id: z.optional(z.guid()),
};

/** A row of `application_drafts`, saved after step 1. */
export const applicationDraftRowSchema = z.strictObject({ ...applicationKeys, ...contactColumns });
export type ApplicationDraftRow = z.infer<typeof applicationDraftRowSchema>;

export const applicationRowSchema = z.strictObject({
  ...applicationKeys,
  ...contactColumns,
  ...answerColumns,
  /** Absent if the visitor answered no question without a column. */
  respostas: z.optional(applicationAnswersSchema),
  ...utmColumns,
  origem_timestamp: rowTimestamp,
  tempo_jornada_segundos: rowInteger,
  paginas_visitadas: rowInteger,
});
export type ApplicationRow = z.infer<typeof applicationRowSchema>;
