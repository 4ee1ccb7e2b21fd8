import { z } from 'zod';
import { text } from './parts.ts';

export const notFoundSchema = z
  .strictObject({
    code: text.describe('O código, em letras grandes.'),
    message: text.describe('A mensagem.'),
    description: text.describe('Mais uma frase.'),
    back: text.describe('Link para a página.'),
    backNote: text.optional().describe('O mesmo link em outras palavras, ao lado dele.'),
    error: z
      .strictObject({
        title: text.describe('Título.'),
        description: text.describe('O que o visitante pode fazer, em uma frase.'),
        back: text.describe('Link para a página.'),
        formDescription: text
          .default('Algo deu errado por aqui. O que você digitou continua guardado.')
          .describe(
            'No lugar da frase acima, quando só um formulário falha, dentro da janela dele.',
          ),
        retry: text
          .default('Tentar de novo')
          .describe('Botão que mostra o formulário de novo, com o que foi digitado.'),
      })
      .meta({ title: 'Tela de erro' })
      .describe('Aparece quando a própria página falha, ou um formulário dela.'),
  })
  .describe('A página de endereço desconhecido e a tela de erro.');
export type NotFoundContent = z.infer<typeof notFoundSchema>;
