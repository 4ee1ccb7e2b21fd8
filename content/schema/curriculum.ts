import { z } from 'zod';
import { headingFields, leadCta, text, title, uniqueIds } from './parts.ts';

const moduleSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9-]+$/, {
      error: 'um nome curto em minúsculas, sem espaços, acentos nem _, como "fluxos"',
    })
    .meta({ widget: 'key' })
    .describe(
      'Nome curto sem espaços, diferente em cada um; um link que termina em `#modulo-` e este nome leva até ele.',
    ),
  title: text.describe('Nome do módulo.'),
  subtitle: text.describe('O que ele dá, em uma linha.'),
  items: z
    .array(
      z.strictObject({
        text: text.describe('A aula.'),
        exclusive: z
          .boolean()
          .optional()
          .meta({ title: 'Aula exclusiva' })
          .describe('`true` põe na aula o selo das exclusivas.'),
      }),
    )
    .min(1)
    .describe('As aulas.'),
});

const scheduleSchema = z.strictObject({
  title: title.describe('Título; o que fica entre `**` e `**` ganha destaque.'),
  intro: text.describe('Uma ou duas frases abaixo do título.'),
  valueLabel: text.describe('Antes do valor de cada etapa, para leitores de tela.'),
  steps: z
    .array(
      z.strictObject({
        weeks: text.describe('As semanas, como `Semanas 1-2`.'),
        title: text.describe('Nome da etapa.'),
        subtitle: text.describe('O que se faz nela.'),
        potentialValue: text.describe('Quanto um projeto pode valer ali, como `5K`.'),
      }),
    )
    .min(2)
    .max(6)
    .describe('As etapas, em ordem.'),
  note: text.describe('Letra miúda: o que os valores são e o que não são.'),
});

export const curriculumSchema = z
  .strictObject({
    ...headingFields,
    exclusiveBadge: text.describe('Selo das aulas exclusivas.'),
    moduleLabel: text.describe('Antes do número, como `Módulo` em `Módulo 3`.'),
    modules: z
      .array(moduleSchema)
      .min(1)
      .max(30)
      .refine(...uniqueIds)
      .describe('Os módulos, um aberto por vez. Os textos citam quantos são como `{modulos}`.'),
    schedule: scheduleSchema.optional().describe('O cronograma.'),
    cta: leadCta,
  })
  .describe('O que se aprende, módulo a módulo, e em quanto tempo.');
export type CurriculumContent = z.infer<typeof curriculumSchema>;
