import { z } from 'zod';
import { text } from './text.ts';

export const notFoundSchema = z
  .strictObject({
    code: text.describe('O código, em letras grandes.'),
    message: text.describe('A mensagem.'),
    description: text.describe('Mais uma frase.'),
    back: text.describe('Link para a página.'),
    error: z
      .strictObject({
        title: text.describe('Título.'),
        description: text.describe('O que o visitante pode fazer, em uma frase.'),
        back: text.describe('Link para a página.'),
      })
      .describe('Aparece quando a própria página falha.'),
  })
  .describe('A página de endereço desconhecido e a tela de erro.');
export type NotFoundContent = z.infer<typeof notFoundSchema>;
