import { z } from 'zod';
import { headingFields, leadCta, text } from './parts.ts';

export const faqSchema = z
  .strictObject({
    ...headingFields,
    questions: z
      .array(
        z.strictObject({
          question: text.describe('A pergunta, como o visitante a faria.'),
          answer: text.describe('A resposta, que aparece ao tocar na pergunta.'),
        }),
      )
      .min(1)
      .max(20)
      .describe('As perguntas, na ordem em que aparecem. Os buscadores também as leem.'),
    cta: leadCta,
  })
  .describe('As perguntas frequentes, cada uma com a sua resposta.');
export type FaqContent = z.infer<typeof faqSchema>;
