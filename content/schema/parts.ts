/** What the schemas of several files are made of. */
import { z } from 'zod';

/** A visible text: not empty, no spaces around it. May hold placeholders such as `{seats}`. */
export const text = z.string().trim().min(1);

/** A title. Emphasis between `**` and `**` is optional; what opens must close. */
export const title = text.refine((value) => value.split('**').length % 2 === 1, {
  error: 'um título em que todo ** aberto também é fechado',
});

/** A complete address that starts with https:// */
export const address = z.url({ protocol: /^https$/ });

/** The three lines that open a section, the same in all of them. */
export const opening = {
  eyebrow: text.describe('Linha pequena acima do título.'),
  title: title.describe('Título da seção; o que fica entre `**` e `**` ganha destaque.'),
  lead: text.describe('Uma ou duas frases abaixo do título.'),
};

/** A color as `#rrggbb`. */
export const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'uma cor como "#0b0d10", entre aspas' });

export const ctaSchema = z.strictObject({
  label: text.describe(
    'Texto do botão: diz o que acontece no clique. É o nome dele nos relatórios.',
  ),
  note: text.optional().describe('Uma linha curta abaixo do botão.'),
});
export type CtaContent = z.infer<typeof ctaSchema>;

/** The button that opens the lead dialog. */
export const leadCta = ctaSchema.describe('Botão que abre o formulário curto.');

export const formFieldSchema = z.strictObject({
  label: text.describe('O rótulo visível.'),
  placeholder: text.describe('O exemplo dentro do campo vazio.'),
  hint: text.optional().describe('Uma linha de ajuda abaixo do campo.'),
});
export type FormFieldContent = z.infer<typeof formFieldSchema>;

/** A short notice in the corner of the page. */
export const toastSchema = z.strictObject({
  title: text.describe('Primeira linha, em negrito.'),
  description: text.describe('Segunda linha: o que o visitante pode fazer agora.'),
});
export type ToastContent = z.infer<typeof toastSchema>;

/** Arguments of `.refine` for a list: no two items share an id. */
export const uniqueIds = [
  (items: readonly { readonly id: string }[]): boolean =>
    new Set(items.map(({ id }) => id)).size === items.length,
  { error: 'uma lista em que nenhum "id" se repete' },
] as const;
