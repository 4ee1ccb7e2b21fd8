import { ADS_CONVERSION, GOOGLE_TAG } from '@funil/contract/site/google-tags';
import { META_PIXEL } from '@funil/contract/site/site-info';
import { MAX_TEST_NAME_LENGTH, TESTABLE_FIELD } from '@funil/contract/visits/tested-text';
import { z } from 'zod';
import { checkoutSchema, productsSchema } from './checkout.ts';
import { imageOfShape, logoName } from './image.ts';
import { address, code, color, text, wholeNumber } from './parts.ts';
import { defaultSections, sectionsSchema } from './sections.ts';
import { themeSchema } from './theme.ts';

const brandSchema = z.strictObject({
  icon: logoName
    .meta({ title: 'Ícone da página', widget: 'logo', shape: [1, 1], minPixels: 512 })
    .describe(
      'O ícone quadrado da aba do navegador e da tela do celular: um arquivo de `content/images`, em SVG ou com pelo menos 512 × 512 pixels. A construção faz os tamanhos.',
    ),
  logo: logoName
    .optional()
    .meta({ title: 'Logo', widget: 'logo' })
    .describe(
      'A marca ao lado do nome: um arquivo de `content/images`. Em SVG, o que for pintado com `currentColor` acompanha a cor de cada fundo. Sem o campo, só o nome.',
    ),
  showName: z
    .boolean()
    .default(true)
    .meta({ title: 'Mostrar o nome ao lado da marca' })
    .describe('`false` esconde o nome ao lado da marca, quando ela já o traz escrito.'),
});

const trackingSchema = z.strictObject({
  gtag: code
    .regex(GOOGLE_TAG, { error: 'um código como "G-ABC123XYZ9"' })
    .nullable()
    .describe(
      'Código da tag do Google, como `G-XXXXXXXXXX` ou `AW-123456789`; `null` não carrega nada do Google.',
    ),
  adsConversion: code
    .regex(ADS_CONVERSION, { error: 'a conta e o rótulo, como "AW-123456789/AbCdEfGh"' })
    .nullable()
    .default(null)
    .meta({ isRare: true })
    .describe(
      'Conversão do Google Ads contada a cada lead: conta e rótulo como em `send_to`, por exemplo `AW-123456789/AbC-D_efG`; `null` não conta.',
    ),
  pixel: code
    .regex(META_PIXEL, { error: 'só os algarismos do pixel' })
    .nullable()
    .describe('Código do pixel da Meta, entre aspas; `null` não carrega nada da Meta.'),
  sendLeadContact: z
    .boolean()
    .meta({ title: 'Mandar nome e telefone ao Google', isRare: true })
    .describe('Se o aviso de cada lead ao Google leva nome e telefone.'),
  consent: z
    .enum(['notice', 'banner'])
    .meta({
      title: 'Privacidade',
      labels: { notice: 'Só avisa', banner: 'Pergunta antes de medir' },
    })
    .describe(
      '`notice` apenas avisa, e a medição roda; `banner` só carrega Google e Meta depois do aceite.',
    ),
});
export type TrackingContent = z.infer<typeof trackingSchema>;

const pageTextsSchema = z.strictObject({
  skipLink: text.describe('Primeiro link da página, visto por quem usa o teclado.'),
  noScript: text
    .meta({ title: 'Aviso sem JavaScript' })
    .describe(
      'Aparece sem JavaScript quando a página está num CDN e grava no Supabase; no servidor próprio os formulários funcionam sem ele.',
    ),
  toastRegion: text.describe('Nome do canto onde os avisos aparecem, para leitores de tela.'),
  closeToast: text.describe('Nome do botão que fecha um aviso.'),
});

const autoSaveSchema = z.strictObject({
  saving: text.describe('Enquanto grava.'),
  saved: text.describe('Gravado; a hora vem depois, como em `Salvo 14:05`.'),
  savedWithoutTime: text.describe('Gravado, quando não se sabe a hora.'),
  error: text.describe('Não gravou.'),
});

const videoPlayerSchema = z.strictObject({
  play: text.describe('Nome do botão que toca, seguido do título do vídeo.'),
  close: text.describe('Nome do botão que fecha o vídeo.'),
  fallback: text.describe('Aparece quando nenhuma capa carrega.'),
  fallbackOnTouch: text.default('Toque para assistir').describe('O mesmo, em telas de toque.'),
});

const consentTextsSchema = z.strictObject({
  label: text.describe('Nome do aviso, para leitores de tela.'),
  notice: text
    .meta({ title: 'Texto do aviso' })
    .describe('O texto de quando a página só avisa. Cite Google e Meta quando os ligar.'),
  dismiss: text.describe('Botão que dispensa o aviso.'),
  banner: text
    .meta({ title: 'Texto da pergunta' })
    .describe('O texto de quando a página pergunta antes de medir.'),
  accept: text.describe('Botão que permite Google e Meta.'),
  decline: text.describe('Botão que os recusa; tão fácil de apertar quanto o outro.'),
  privacyLink: text.describe('Link para o texto de privacidade.'),
  granted: text
    .default('A medição do Google e da Meta está ligada neste navegador.')
    .meta({ title: 'Frase no rodapé, medição ligada' })
    .describe('No rodapé, enquanto Google e Meta medem. Cite só os que você ligou.'),
  withdraw: text
    .default('Desligar')
    .meta({ title: 'Botão que desliga a medição' })
    .describe('Botão ao lado, que desliga os dois.'),
  denied: text
    .default('A medição do Google e da Meta está desligada neste navegador.')
    .meta({ title: 'Frase no rodapé, medição desligada' })
    .describe('No rodapé, enquanto eles não medem.'),
  allow: text
    .default('Ligar')
    .meta({ title: 'Botão que liga a medição' })
    .describe('Botão ao lado, que os permite.'),
});

const countSchema = wholeNumber(z.int().positive());

/** The facts that the code reads by name. A seller may add facts by any other name. */
const factsSchema = z
  .object({
    seats: z
      .union([countSchema, z.literal('auto')], { error: 'um número a partir de 1, ou auto' })
      .optional()
      .describe(
        'Vagas que restam na mentoria. Um número, que você diminui à mão, ou `auto`: `seatsTotal` menos as aplicações aprovadas.',
      ),
    seatsTotal: countSchema
      .optional()
      .describe('Vagas da turma; as que já têm dono aparecem preenchidas ao lado do aviso.'),
    seatsProduct: text
      .optional()
      .describe(
        'Produto que ocupa vagas, com `seats` em `auto`: como a plataforma o escreve nas vendas. Conta cada pessoa com venda paga, e não as aplicações aprovadas.',
      ),
    guaranteeDays: countSchema.optional().describe('Dias de garantia, também para os buscadores.'),
    intensiveWeeks: countSchema.optional().describe('Semanas de curso, também para os buscadores.'),
  })
  .catchall(z.union([z.int(), text], { error: 'um número inteiro ou um texto' }))
  .refine(({ seats, seatsTotal }) => seats !== 'auto' || seatsTotal !== undefined, {
    error: 'também o total da turma, quando seats é auto',
    path: ['seatsTotal'],
  });

const abTestSchema = z.strictObject({
  name: text
    .max(MAX_TEST_NAME_LENGTH)
    .describe('Nome do teste nos números. Outro texto pede outro nome: é outro teste.'),
  field: z
    .string()
    .regex(TESTABLE_FIELD, {
      error: 'um texto da primeira tela, da oferta ou de um botão, como "hero.title"',
    })
    .describe(
      'O texto testado: arquivo e campo, como `hero.title`, `offer.intro` ou `faq.cta.label`. O que está no campo é a versão A.',
    ),
  text: text.describe('A versão B, que metade dos visitantes vê.'),
});

export const siteSchema = z
  .strictObject({
    product: text.describe('Nome do produto. Os textos o citam como `{produto}`.'),
    titleSuffix: z
      .string()
      .min(1)
      .meta({ title: 'Fim do título na aba do navegador', isRare: true })
      .describe('Vem depois do nome na aba do navegador e nos relatórios; começa com um espaço.'),
    description: text
      .max(200)
      .meta({ title: 'Descrição para buscadores e links' })
      .describe('Duas frases para buscadores e links compartilhados, em até 200 caracteres.'),
    url: address
      // Removes a pasted final slash, file name or query, because the addresses of all files begin with this one.
      .overwrite((value) => value.replace(/\/*(?:\/index\.html?\/*)?(?:[?#].*)?$/s, ''))
      .describe('O endereço público da página.'),
    locale: z
      .literal('pt-BR')
      .meta({ title: 'Língua', widget: 'hidden' })
      .describe('Língua dos textos.'),
    demo: z
      .boolean()
      .meta({ title: 'Página de demonstração', isRare: true })
      .describe(
        '`true` mostra no rodapé o aviso de demonstração. Com `false`, nada da demonstração pode restar: o que restar é listado e recusado.',
      ),
    themeColor: color
      .meta({ ...color.meta(), topic: 'colors', isRare: true })
      .describe('Cor da barra do navegador no celular, como `"#0b0d10"`, entre aspas.'),
    share: imageOfShape([1200, 630]).describe('A imagem dos links compartilhados, 1200 × 630.'),
    brand: brandSchema.describe('A marca.'),
    theme: themeSchema
      .optional()
      .meta({ title: 'Aparência', topic: 'colors' })
      .describe('Cores, letras e enfeites; sem o campo, os da demonstração.'),
    sections: sectionsSchema
      .default(defaultSections)
      .meta({ title: 'Seções', widget: 'sections' })
      .describe(
        'As seções entre a primeira tela e o rodapé, na ordem da página. A que sai da lista sai da página, e o arquivo dela nem é lido.',
      ),
    contact: z
      .strictObject({
        email: code
          .check(z.email())
          .meta({ title: 'E-mail de contato' })
          .describe(
            'Aparece no rodapé e no texto de privacidade. Os textos o citam como `{email}`.',
          ),
      })
      .describe('Como falar com você.'),
    organization: z
      .strictObject({
        sameAs: z.array(address).describe('Endereços de perfis em outros sites; `[]` para nenhum.'),
      })
      .meta({ isRare: true })
      .describe('O que os buscadores leem sobre a organização.'),
    checkout: checkoutSchema
      .meta({ title: 'Checkout', topic: 'checkout' })
      .describe(
        'Para onde o visitante segue depois do cadastro. A página acrescenta as UTMs da visita, e a referência do lead, pela qual a venda volta a ele.',
      ),
    products: productsSchema
      .default([])
      .meta({ title: 'Outros produtos', topic: 'checkout' })
      .describe(
        'O que você vende além da oferta da página. A venda, o Pix em aberto e o carrinho de cada um levam ao checkout dele; de um produto que não está aqui, a mensagem vai sem link.',
      ),
    tracking: trackingSchema
      .meta({ title: 'Medição', topic: 'tracking' })
      .describe('Medição e anúncios.'),
    test: abTestSchema
      .optional()
      .meta({ title: 'Teste de duas versões', widget: 'hidden' })
      .describe(
        'Um texto da página em duas versões, comparadas em leads e vendas; sem o campo, nenhum. Veja docs/testes.md.',
      ),
    page: pageTextsSchema.meta({ isRare: true }).describe('Textos da página inteira.'),
    autoSave: autoSaveSchema
      .meta({ isRare: true })
      .describe('O indicador enquanto um formulário é gravado.'),
    videoPlayer: videoPlayerSchema
      .meta({ isRare: true })
      .describe('Textos em volta de cada vídeo.'),
    consent: consentTextsSchema
      .meta({ topic: 'tracking', isRare: true })
      .describe('O aviso de privacidade, ou a pergunta do aceite.'),
    facts: factsSchema
      .meta({ title: 'Números que os textos citam' })
      .describe(
        'Números e valores que mais de um texto cita, como em `Restam {vagas} vagas`. Os nomes são seus, em letras sem acento; os abaixo a página também usa.',
      ),
  })
  .describe('A marca e tudo o que não pertence a uma única seção.');
export type SiteContent = z.infer<typeof siteSchema>;
