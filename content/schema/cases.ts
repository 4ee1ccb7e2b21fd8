import { z } from 'zod';
import { flowOrPicture, flowSchema } from './flow.ts';
import { imageSchema } from './image.ts';
import { headingFields, leadCta, text } from './parts.ts';

const caseSchema = z
  .strictObject({
    title: text.describe('O que foi feito e para quem.'),
    description: text.describe('Como era antes e o que mudou no dia a dia.'),
    averageValue: text.describe('Valor médio de um trabalho assim, como `R$ 8.000`.'),
    implementationTime: text.describe('Em quanto tempo fica pronto, como `2-3 semanas`.'),
    benefit: text.describe('O que mudou para o cliente.'),
    tags: z.array(text).max(4).describe('Ramos e ferramentas, até quatro; `[]` para nenhum.'),
    flow: flowSchema.optional().describe('A automação, desenhada pequena.'),
    picture: imageSchema.optional().describe('Uma imagem no lugar do desenho.'),
  })
  .refine(...flowOrPicture);

export const casesSchema = z
  .strictObject({
    ...headingFields,
    labels: z
      .strictObject({
        averageValue: text.describe('Antes do valor médio.'),
        implementationTime: text.describe('Antes do prazo.'),
        benefit: text.describe('Antes do que mudou.'),
      })
      .describe('Os rótulos dos fatos de cada caso.'),
    cases: z.array(caseSchema).min(1).max(12).describe('Os casos.'),
    cta: leadCta,
  })
  .describe('Casos reais.');
export type CasesContent = z.infer<typeof casesSchema>;
export type CaseContent = z.infer<typeof caseSchema>;
