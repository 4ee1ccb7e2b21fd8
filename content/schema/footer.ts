import { z } from 'zod';
import { text } from './parts.ts';

const privacySchema = z.strictObject({
  title: text.describe('Título; os formulários e o aviso de privacidade levam até aqui.'),
  back: text.describe('Botão que volta ao formulário de onde se veio.'),
  parts: z
    .array(
      z.strictObject({ title: text.describe('A pergunta.'), text: text.describe('A resposta.') }),
    )
    .min(1)
    .describe('As partes.'),
});

export const footerSchema = z
  .strictObject({
    tagline: text.describe('Uma linha abaixo da marca.'),
    linksLabel: text.describe('Nome da lista de links, para leitores de tela.'),
    links: z
      .array(
        z.strictObject({
          label: text.describe('Texto visível.'),
          href: z
            .string()
            .regex(/^(#[\w-]+|https:\/\/\S+)$/, {
              error: 'uma âncora como "#fundador" ou um endereço com https://',
            })
            .describe(
              'Âncora de uma seção da página, como `#fundador`, ou endereço com `https://`.',
            ),
        }),
      )
      .describe('Links para dentro da página ou para outros sites; `[]` para nenhum.'),
    contactLabel: text
      .meta({ title: 'Palavras antes do e-mail' })
      .describe('Palavras antes do e-mail de `site.yaml`.'),
    demoNotice: text
      .meta({ title: 'Aviso de demonstração' })
      .describe('Letra miúda que aparece enquanto `site.yaml` diz `demo: true`.'),
    privacy: privacySchema.describe('O texto de privacidade, que abre pelo título.'),
    legal: text.describe('Letra miúda legal.'),
    copyright: text.describe('Última linha; a página põe `© ano` na frente.'),
    backToTop: text.describe('Link de volta ao topo.'),
  })
  .describe('O fim da página. Um link que termina em `#footer` leva até aqui.');
export type FooterContent = z.infer<typeof footerSchema>;
