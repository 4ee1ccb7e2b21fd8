import * as z from 'zod/mini';
import { buttonClicks, utmColumns, wholeNumber } from '../columns.ts';
import { ruledText, timestamp } from '../text.ts';
import { leadAnswersSchema } from './answers.ts';
import { LEAD_RULES, type LeadColumn, type LeadField } from './lead-rules.ts';

const { nome, telefone, ...optional } = LEAD_RULES;
export type OptionalLeadField = Exclude<LeadField, 'nome' | 'telefone'>;

/** Content may leave the question out, or let visitors skip it. */
const optionalColumn = ({ length, isValid, message }: LeadColumn) =>
  z.optional(ruledText(length, (text) => text === '' || isValid(text), message));

/** A row of `leads`: the columns that visitors fill in, and the visit. */
export const leadRowSchema = z.strictObject({
  nome: ruledText(nome.length, nome.isValid, nome.message),
  telefone: ruledText(telefone.length, telefone.isValid, 'Telefone inválido (mínimo 10 dígitos)'),
  ...(Object.fromEntries(
    Object.entries(optional).map(([column, rule]) => [column, optionalColumn(rule)]),
  ) as Record<OptionalLeadField, ReturnType<typeof optionalColumn>>),
  /** Missing in rows without an answer to a question that has no column. */
  respostas: z.optional(leadAnswersSchema),
  ...utmColumns,
  botoes_clicados: buttonClicks,
  tempo_jornada_segundos: wholeNumber,
  paginas_visitadas: wholeNumber,
  origem_timestamp: timestamp,
});
export type LeadRow = z.infer<typeof leadRowSchema>;
