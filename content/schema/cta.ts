import { z } from 'zod';
import { text } from './text.ts';

export const ctaSchema = z.strictObject({
  label: text.describe(
    'Texto do botão: diz o que acontece no clique. É o nome dele nos relatórios.',
  ),
  note: text.optional().describe('Uma linha curta abaixo do botão.'),
});
export type CtaContent = z.infer<typeof ctaSchema>;

/** The button that opens the lead dialog. */
export const leadCta = ctaSchema.describe('Botão que abre o formulário curto.');
