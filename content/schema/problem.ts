import { z } from 'zod';
import { headingFields, leadCta, text } from './parts.ts';

export const problemSchema = z
  .strictObject({
    ...headingFields,
    counterCaption: text.describe(
      'Legenda ao lado do contador, que termina no número de problemas.',
    ),
    problems: z
      .array(
        z.strictObject({
          title: text.describe('O problema, como o visitante o diria.'),
          description: text.describe('O que ele custa.'),
        }),
      )
      .min(1)
      .max(9)
      .describe('Os problemas, na ordem em que acendem.'),
    closing: text.describe('A virada: uma frase que leva ao botão.'),
    cta: leadCta,
  })
  .describe('Um contador sobe de 0 ao número de problemas e acende um a cada passo.');
export type ProblemContent = z.infer<typeof problemSchema>;
