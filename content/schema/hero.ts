import { z } from 'zod';
import { flowOrPicture, flowSchema } from './flow.ts';
import { imageOfShape, imageSchema } from './image.ts';
import { headingFields, leadCta, text, title } from './parts.ts';

export const heroSchema = z
  .strictObject({
    eyebrow: headingFields.eyebrow,
    title: title
      .max(80)
      .describe('A promessa, em até 80 caracteres; o que fica entre `**` e `**` ganha destaque.'),
    intro: text.describe('Duas frases que tornam a promessa concreta.'),
    proof: z
      .strictObject({
        text: text.describe('Uma linha.'),
        avatars: z
          .array(imageOfShape([1, 1]))
          .min(1)
          .max(6)
          .optional()
          .describe('Rostos ao lado da linha.'),
      })
      .optional()
      .describe('A linha de prova.'),
    cta: leadCta,
    offerLink: text
      .optional()
      .describe('Link abaixo do botão que leva ao preço; some quando a página não tem a oferta.'),
    flow: flowSchema.optional().describe('Uma automação desenhada grande, ao lado da promessa.'),
    picture: imageSchema.optional().describe('Uma imagem no lugar do desenho.'),
  })
  .refine(...flowOrPicture)
  .describe('A primeira tela: no celular cabem a promessa, uma linha de prova e um botão.');
export type HeroContent = z.infer<typeof heroSchema>;
