import { removeDirectionMarks, withoutFormatCharacters } from '@funil/contract/characters';
import type { EditorSchema } from '@funil/contract/page/page-editor';
import { z } from 'zod';

declare module 'zod' {
  /** Information for the editor's form besides a field's type and description. */
  interface GlobalMeta extends Partial<Pick<EditorSchema, 'widget' | 'labels' | 'shape'>> {}
}

/** Blanks around a copied text. Other invisible characters stay, because some emoji end with one. */
const BLANK_ENDS =
  /^[\s\u00ad\u200b-\u200d\u2060\u2800\u3164]+|[\s\u00ad\u200b-\u200d\u2060\u2800\u3164]+$/g;

/** A visible text, which may contain placeholders such as `{vagas}`. */
export const text = z
  .string()
  .overwrite((pasted) => removeDirectionMarks(pasted).replace(BLANK_ENDS, ''))
  .min(1);

/** A title, optionally with emphasis between `**` and `**`. */
export const title = text.refine((value) => value.split('**').length % 2 === 1, {
  error: 'um título em que todo ** aberto também é fechado',
});

/** Reads a whole number that the loader keeps as written: `12.0`, `012`, `+12`, `"12"` or `12x`. */
export const wholeNumber = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((written) => {
    if (typeof written !== 'string') return written;
    const [, digits] = /^\s*\+?(\d+)(?:[.,]00?)?\s*x?\s*$/i.exec(written) ?? [];
    return digits === undefined ? written : Number(digits);
  }, schema);

/** Returns a value without the spaces around it and the invisible characters that are copied with it. */
export const trimPasted = (pasted: string): string => withoutFormatCharacters(pasted).trim();

/** A code or an address in one word. */
export const code = z.string().overwrite(trimPasted);

/** Refuses `https:/host`, which browsers take for a path, and `https://https://host`, whose host is `https`. */
const WHOLE_ADDRESS = /^https:\/\/(?!https?:)/i;
/** Refuses `https://pay.hotmart,com` and `https://pay`. */
const INTERNET_HOST = /^https:\/\/(?:[^/?#,]+\.[^/?#,]+|\[)/i;

/** Refuses `https://host/a - Title` and two addresses in a row, which lead to no page. */
const SINGLE_ADDRESS = /^https:\/\/(?:(?!https?:\/\/)[^\s?#])*(?:[?#]|$)/i;
/** Marks that end a sentence around an address, or quote it. */
const FINAL_MARKS = /[.,;:"'”’»>]+$/;

/** An address copied from HTML may have `&amp;`, which a browser reads as a parameter `amp;…`. */
export const address = code
  .overwrite((pasted) => pasted.replace(FINAL_MARKS, ''))
  .check(z.url({ protocol: /^https$/, abort: true }))
  .refine((url) => WHOLE_ADDRESS.test(url), {
    error: 'um endereço completo, que começa com https://',
    abort: true,
  })
  .refine((url) => INTERNET_HOST.test(url), {
    error: 'um endereço com ponto, e sem vírgula, no nome do site, como https://pay.hotmart.com',
    abort: true,
  })
  .refine((url) => SINGLE_ADDRESS.test(url), {
    error: 'um só endereço, sem espaços e sem texto depois dele',
  })
  .overwrite((url) => url.replace(/&(?:amp;)+/gi, '&'));

export const headingFields = {
  eyebrow: text.describe('Linha pequena acima do título.'),
  title: title.describe('Título da seção; o que fica entre `**` e `**` ganha destaque.'),
  intro: text.describe('Uma ou duas frases abaixo do título.'),
};

export const color = code
  .regex(/^#[0-9a-f]{6}$/i, { error: 'uma cor como "#0b0d10"' })
  .meta({ widget: 'color' });

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

export const toastSchema = z.strictObject({
  title: text.describe('Primeira linha, em negrito.'),
  description: text.describe('Segunda linha: o que o visitante pode fazer agora.'),
});
export type ToastContent = z.infer<typeof toastSchema>;

/** Arguments of `.refine` for a list whose items have different ids. */
export const uniqueIds = [
  (items: readonly { readonly id: string }[]): boolean =>
    new Set(items.map(({ id }) => id)).size === items.length,
  { error: 'uma lista em que nenhum item se repete' },
] as const;
