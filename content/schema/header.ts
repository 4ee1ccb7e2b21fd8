import { z } from 'zod';
import { ctaSchema, text } from './parts.ts';

export const headerSchema = z
  .strictObject({
    home: text.describe('Nome do link da marca, que volta ao início, para leitores de tela.'),
    cta: ctaSchema.describe(
      'Botão que abre a aplicação em etapas; sem a seção `aplicacao`, abre o formulário curto.',
    ),
  })
  .describe('A barra que aparece depois de rolar a página.');
export type HeaderContent = z.infer<typeof headerSchema>;
