import * as z from 'zod/mini';
import { buttonClicks, rowInteger, utmColumns } from '../capture/columns.ts';
import { optionalText, requiredText, rowTimestamp } from '../text.ts';
import { LEAD_RULES, mapRules, OPTIONAL_LEAD_RULES } from './lead-rules.ts';
import { leadAnswersSchema } from './questions/answers.ts';
import { QUESTION_RULES } from './questions/further-questions.ts';

export const leadRowSchema = z.strictObject({
  nome: requiredText(LEAD_RULES.nome),
  telefone: requiredText({ ...LEAD_RULES.telefone, message: QUESTION_RULES.phone.message }),
  ...mapRules(OPTIONAL_LEAD_RULES, (rule) => z.optional(optionalText(rule))),
  respostas: z.optional(leadAnswersSchema),
  ...utmColumns,
  botoes_clicados: buttonClicks,
  tempo_jornada_segundos: rowInteger,
  paginas_visitadas: rowInteger,
  origem_timestamp: rowTimestamp,
});
export type LeadRow = z.infer<typeof leadRowSchema>;
