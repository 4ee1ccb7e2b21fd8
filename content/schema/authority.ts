import { z } from 'zod';
import { headingFields, leadCta, text } from './parts.ts';

export const authoritySchema = z
  .strictObject({
    ...headingFields,
    cards: z
      .array(
        z.strictObject({
          number: text.describe('O número, o mais curto possível, como `300+`.'),
          label: text.describe('O que o número conta.'),
          description: text.describe('Uma frase por trás do número.'),
        }),
      )
      .min(1)
      .max(8)
      .describe('Os números; o primeiro aparece maior.'),
    highlights: z
      .array(
        z.strictObject({
          value: text.describe('O valor, como `12 semanas`.'),
          label: text.describe('O que ele quer dizer.'),
        }),
      )
      .describe('Outros valores, em lista discreta abaixo; `[]` para nenhum.'),
    cta: leadCta,
  })
  .describe('Números em letras grandes.');
export type AuthorityContent = z.infer<typeof authoritySchema>;
