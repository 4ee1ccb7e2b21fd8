import * as z from 'zod/mini';
import { buttonClicks, utmColumns, wholeNumber } from '../columns.ts';
import { ruledText, timestamp } from '../text.ts';
import { EMAIL_MAX } from './email.ts';
import { isEmailOrEmpty, LEAD_RULES } from './lead-rules.ts';

const { nome, telefone } = LEAD_RULES;

/** A row of `leads`: the eleven fields, and the e-mail address if content asks for it. */
export const leadRowSchema = z.strictObject({
  nome: ruledText(nome.length, nome.isValid, nome.message),
  telefone: ruledText(telefone.length, telefone.isValid, 'Telefone inválido (mínimo 10 dígitos)'),
  email: z.optional(ruledText(EMAIL_MAX, isEmailOrEmpty, 'Email inválido')),
  ...utmColumns,
  botoes_clicados: buttonClicks,
  tempo_jornada_segundos: wholeNumber,
  paginas_visitadas: wholeNumber,
  origem_timestamp: timestamp,
});
export type LeadRow = z.infer<typeof leadRowSchema>;
