import * as z from 'zod/mini';
import { buttonClicks, utmColumns, wholeNumber } from './columns.ts';
import { isName, isPhone, NAME_MAX, PHONE_MAX } from './lead-rules.ts';
import { moment, ruledText } from './text.ts';

/** A row of `leads`: the eleven fields and nothing else. */
export const leadRowSchema = z.strictObject({
  nome: ruledText(NAME_MAX, isName, 'Nome deve ter pelo menos 2 caracteres'),
  telefone: ruledText(PHONE_MAX, isPhone, 'Telefone inválido (mínimo 10 dígitos)'),
  ...utmColumns,
  botoes_clicados: buttonClicks,
  tempo_jornada_segundos: wholeNumber,
  paginas_visitadas: wholeNumber,
  origem_timestamp: moment,
});
export type LeadRow = z.infer<typeof leadRowSchema>;
