import { z } from 'zod';
import { brandSchema } from './brand.ts';
import { checkoutSchema } from './checkout.ts';
import { factsSchema } from './facts.ts';
import { imageSchema } from './image.ts';
import {
  autoSaveSchema,
  consentTextsSchema,
  pageTextsSchema,
  videoPlayerSchema,
} from './page-texts.ts';
import { sectionNames, sectionsSchema } from './sections.ts';
import { address, text } from './text.ts';
import { themeSchema } from './theme.ts';
import { trackingSchema } from './tracking.ts';

export const siteSchema = z
  .strictObject({
    product: text.describe('Nome do produto. Os textos o citam como `{product}`.'),
    titleSuffix: z
      .string()
      .min(1)
      .describe('Vem depois do nome na aba do navegador e nos relatórios; começa com um espaço.'),
    description: text
      .max(200)
      .describe('Duas frases para buscadores e links compartilhados, em até 200 caracteres.'),
    url: address
      .refine((value) => !value.endsWith('/'), { error: 'um endereço sem barra no final' })
      .describe('O endereço público da página, sem barra no final.'),
    locale: z.literal('pt-BR').describe('Língua dos textos.'),
    demo: z
      .boolean()
      .describe(
        '`true` mostra no rodapé o aviso de demonstração. Com `false`, nada da demonstração pode restar: o que restar é listado e recusado.',
      ),
    themeColor: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, { error: 'uma cor como "#0b0d10", entre aspas' })
      .describe('Cor da barra do navegador no celular, como `"#0b0d10"`, entre aspas.'),
    share: imageSchema.describe('A imagem dos links compartilhados, 1200 × 630.'),
    brand: brandSchema.describe('A marca.'),
    theme: themeSchema
      .optional()
      .describe('Cores, letras e enfeites; sem o campo, os da demonstração.'),
    sections: sectionsSchema
      .default([...sectionNames])
      .describe(
        'As seções entre a primeira tela e o rodapé, na ordem da página. A que sai da lista sai da página, e o arquivo dela nem é lido.',
      ),
    contact: z
      .strictObject({
        email: z
          .email()
          .describe(
            'Aparece no rodapé e no texto de privacidade. Os textos o citam como `{email}`.',
          ),
      })
      .describe('Como falar com você.'),
    organization: z
      .strictObject({
        sameAs: z.array(address).describe('Endereços de perfis em outros sites; `[]` para nenhum.'),
      })
      .describe('O que os buscadores leem sobre a organização.'),
    checkout: checkoutSchema.describe(
      'Para onde o visitante segue depois de salvo. A página acrescenta `ra` e as UTMs, e a referência do lead onde `platform` diz.',
    ),
    tracking: trackingSchema.describe('Medição e anúncios.'),
    page: pageTextsSchema.describe('Textos da página inteira.'),
    autoSave: autoSaveSchema.describe('O indicador enquanto um formulário é gravado.'),
    videoPlayer: videoPlayerSchema.describe('Textos em volta de cada vídeo.'),
    consent: consentTextsSchema.describe('O aviso de privacidade, ou a pergunta do aceite.'),
    facts: factsSchema.describe(
      'Números e valores que mais de um texto cita, como em `Restam {seats} vagas`. Os nomes são seus, em letras sem acento; os abaixo a página também usa.',
    ),
  })
  .describe('A marca e tudo o que não pertence a uma única seção.');
export type SiteContent = z.infer<typeof siteSchema>;
