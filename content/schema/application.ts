import { z } from 'zod';
import { ctaSchema, headingFields, text } from './parts.ts';

export const applicationSchema = z
  .strictObject({
    ...headingFields,
    badge: text.describe(
      'Quantas vagas restam. Os círculos ao lado vêm dos valores `seats` e `seatsTotal` de `site.yaml`.',
    ),
    fitTitle: text.describe('Título da lista abaixo.'),
    fit: z.array(text).min(1).max(6).describe('Para quem é, em frases curtas.'),
    processTitle: text.describe('Título dos passos abaixo.'),
    process: z.array(text).min(1).max(6).describe('O que acontece depois de aplicar, em ordem.'),
    cta: ctaSchema.describe('Botão que abre a aplicação em etapas.'),
  })
  .describe(
    'O convite para a mentoria. Um link que termina em `#formulario-aplicacao` leva até aqui.',
  );
export type ApplicationContent = z.infer<typeof applicationSchema>;
