import * as z from 'zod/mini';
import { buttonClicksSchema, wholeNumber } from './journey.ts';
import { countDigits, requiredText, storableText } from './text.ts';
import { utmColumns } from './utm.ts';

export const NAME_MIN = 2;
export const NAME_MAX = 200;
export const PHONE_DIGITS_MIN = 10;
export const PHONE_MAX = 40;

/** What the visitor types into the lead dialog. */
export const leadFieldsSchema = z.object({
  nome: requiredText(NAME_MIN, NAME_MAX, 'Nome deve ter pelo menos 2 caracteres'),
  telefone: storableText(PHONE_MAX).check(
    z.refine(
      (text) => countDigits(text) >= PHONE_DIGITS_MIN,
      'Telefone inválido (mínimo 10 dígitos)',
    ),
  ),
});
export type LeadFields = z.infer<typeof leadFieldsSchema>;

/** A row of `leads`: the eleven fields and nothing else. */
export const leadRowSchema = z.strictObject({
  ...leadFieldsSchema.shape,
  ...utmColumns,
  botoes_clicados: buttonClicksSchema,
  tempo_jornada_segundos: wholeNumber,
  paginas_visitadas: wholeNumber,
  origem_timestamp: z.iso.datetime(),
});
export type LeadRow = z.infer<typeof leadRowSchema>;
