/**
 * docs/webhooks/ is generated from the descriptions. Within one `version` a schema only grows: no field or event type
 * is renamed or removed, or changes its meaning, because receivers are rarely changed.
 */
import * as z from 'zod/mini';
import { mapRules, OPTIONAL_LEAD_RULES } from '../contacts/lead-rules.ts';
import { PLATFORM_NAMES } from '../sales/platforms.ts';
import { SALE_STATES } from '../sales/sale-record.ts';
import type { WebhookEvent } from './webhook-events.ts';

export const PAYLOAD_VERSION = 1;

const listInSentence = (names: readonly string[]) =>
  new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(names);

const describedText = (description: string) => z.string().check(z.describe(description));
const textOrNull = (description: string) => z.nullable(z.string()).check(z.describe(description));
const describedCount = (description: string) => z.int().check(z.gte(0), z.describe(description));
const describedMoment = (description: string) => z.iso.datetime().check(z.describe(description));
const momentOrNull = (description: string) =>
  z.nullable(z.iso.datetime()).check(z.describe(description));

const messageFields = {
  version: z
    .literal(PAYLOAD_VERSION)
    .check(z.describe('Versão destes campos. Enquanto for 1, campos só se acrescentam.')),
  test: z.exactOptional(
    z
      .literal(true)
      .check(z.describe('Só nos testes de `npm run webhooks -- test`: dados de exemplo.')),
  ),
};

const applicationRef = {
  lead_ref: describedText(
    'O que identifica a aplicação em todos os eventos, também nos de suas vendas (UUID).',
  ),
};

const phoneFields = {
  phone_digits: textOrNull(
    'O telefone só com dígitos e com o país, como 5511987654321; null quando não dá para discar.',
  ),
  wa_me: textOrNull('Endereço que abre a conversa no WhatsApp; null quando não dá para discar.'),
};

const utmFields = {
  utm_source: describedText('De onde a visita veio, pela primeira vez.'),
  utm_medium: describedText('O meio.'),
  utm_campaign: describedText('A campanha; vazio quando não se sabe.'),
  utm_content: describedText('O anúncio; vazio quando não se sabe.'),
  utm_term: describedText('O termo; vazio quando não se sabe.'),
};

const utmFieldsOrNull = {
  utm_source: textOrNull('De onde a visita veio, pela primeira vez; null quando não se sabe.'),
  utm_medium: textOrNull('O meio; null quando não se sabe.'),
  utm_campaign: textOrNull('A campanha; null quando não se sabe.'),
  utm_content: textOrNull('O anúncio; null quando não se sabe.'),
  utm_term: textOrNull('O termo; null quando não se sabe.'),
};

const visitFields = {
  origem_timestamp: describedMoment('Quando a pessoa chegou à página pela primeira vez (UTC).'),
  tempo_jornada_segundos: describedCount('Segundos entre a chegada e o envio.'),
  paginas_visitadas: describedCount('Páginas vistas até o envio.'),
};

const captureFields = {
  created_at: describedMoment('Quando foi gravado (UTC).'),
  suspect: textOrNull(
    'Por que parece um robô, em palavras separadas por vírgulas: `honeypot` (preencheu o campo escondido), `robot` (robô conhecido), `headless` (navegador sem tela), `not-a-browser` (programa), ou dois sinais fracos juntos, como `too-fast,same-phone`; null quando é gente.',
  ),
};

const answerFields = {
  respostas: z.exactOptional(
    z
      .record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))
      .check(
        z.describe(
          'As respostas às perguntas que não têm campo próprio aqui, pela chave da pergunta: texto, número ou lista de textos. De opções, a chave da opção.',
        ),
      ),
  ),
  perguntas: z.exactOptional(
    z
      .array(
        z.object({
          chave: describedText('O campo, ou a chave em `respostas`.'),
          pergunta: describedText('A pergunta, como a página a faz ou fez.'),
          resposta: describedText('A resposta por extenso: de opções, os rótulos.'),
        }),
      )
      .check(
        z.describe(
          'Todas as respostas por extenso, na ordem do formulário, sem o contato: `chave` (o campo, ou a chave em `respostas`), `pergunta` (como a página a faz) e `resposta` (de opções, os rótulos).',
        ),
      ),
  ),
};

const leadPayload = z.object({
  ...messageFields,
  lead_ref: textOrNull(
    'O que identifica o lead em todos os eventos, também nos de suas vendas (UUID); null: veio sem.',
  ),
  nome: describedText('O nome, como foi escrito.'),
  telefone: describedText('O telefone, como a pessoa o viu: (11) 98765-4321.'),
  ...mapRules(OPTIONAL_LEAD_RULES, ({ label }) =>
    z.exactOptional(describedText(`${label}, quando o formulário o pede e a pessoa o escreveu.`)),
  ),
  ...phoneFields,
  ...answerFields,
  ...utmFields,
  ...visitFields,
  ...captureFields,
});
export type LeadPayload = z.infer<typeof leadPayload>;

const contactFields = {
  nome: describedText('O nome, como foi escrito.'),
  email: describedText('O e-mail.'),
  whatsapp: describedText('O WhatsApp, como a pessoa o viu: +55 (11) 98765-4321.'),
  instagram: describedText('O Instagram, com @.'),
};

/** The contact of step 1. */
const draftPayload = z.object({
  ...messageFields,
  ...applicationRef,
  ...contactFields,
  ...phoneFields,
  ...utmFieldsOrNull,
  ...captureFields,
});
export type DraftPayload = z.infer<typeof draftPayload>;

const applicationPayload = z.object({
  ...messageFields,
  ...applicationRef,
  ...contactFields,
  ...phoneFields,
  empresa: describedText('A empresa.'),
  cargo: describedText('O cargo.'),
  faturamento: describedText('A faixa de faturamento: menos-5k, 5k-10k, 10k-30k ou 30k-50k.'),
  principais_desafios: describedText('Os principais desafios.'),
  objetivos_movimento: describedText('Não se pergunta hoje: vazio.'),
  cronograma: describedText('O cronograma: 6meses, 1ano, 2anos ou 3anos+.'),
  orcamento_investimento: describedText('Não se pergunta hoje: vazio.'),
  experiencia_anterior: describedText('A experiência anterior; vazio quando não respondeu.'),
  ...answerFields,
  reply_by: momentOrNull(
    'Até quando responder, pelo prazo que a página promete (UTC); null quando ela não promete.',
  ),
  ...utmFields,
  ...visitFields,
  ...captureFields,
});
export type ApplicationPayload = z.infer<typeof applicationPayload>;

/** A number that is null if the platform does not state it, and missing in events of earlier releases. */
const laterCountOrNull = (description: string) =>
  z.exactOptional(
    z.nullable(z.int()).check(z.describe(`${description}; null quando a plataforma não diz.`)),
  );

const salePayload = z.object({
  ...messageFields,
  platform: describedText(`A plataforma: ${listInSentence(PLATFORM_NAMES)}.`),
  transaction: describedText('O código da transação na plataforma.'),
  state: describedText(`Como a venda está: ${listInSentence(SALE_STATES)}.`),
  value_cents: z
    .nullable(z.int())
    .check(z.describe('O valor em centavos; null quando a plataforma não diz, ou não é em reais.')),
  currency: describedText('A moeda: BRL.'),
  method: textOrNull('O meio de pagamento: pix, boleto, credit_card ou a palavra da plataforma.'),
  product: textOrNull('O produto.'),
  matched_by: textOrNull(
    'Por que a venda é deste lead: reference, phone ou email; null quando não se achou nenhum, ou quando alguém a ligou à mão.',
  ),
  lead_ref: textOrNull('O lead ou a aplicação de quem comprou; null quando não se achou.'),
  pending_at: momentOrNull('Quando o pagamento foi aberto (UTC).'),
  paid_at: momentOrNull('Quando foi pago (UTC).'),
  refunded_at: momentOrNull('Quando foi devolvido (UTC).'),
  chargeback_at: momentOrNull('Quando foi contestado no cartão (UTC).'),
  refunded_cents: z.exactOptional(
    z
      .nullable(z.int())
      .check(
        z.describe(
          'Quanto do valor voltou para quem comprou, em centavos; null quando não se sabe o valor, ou quanto dele voltou.',
        ),
      ),
  ),
  net_cents: laterCountOrNull('O que fica na conta que vende, sem taxas e comissões, em centavos'),
  fee_cents: laterCountOrNull('A taxa da plataforma, em centavos'),
  commission_cents: laterCountOrNull('O que vai para afiliados e coprodutores, em centavos'),
  order_id: z.exactOptional(
    describedText('O mesmo no produto principal, nos order bumps e nos upsells de uma compra.'),
  ),
  subscription: z.exactOptional(
    textOrNull('A assinatura que esta cobrança paga; null quando é uma compra avulsa.'),
  ),
  charge_number: laterCountOrNull(
    'O número da cobrança na assinatura ou no parcelamento, de 1 em diante',
  ),
  installments: laterCountOrNull('Em quantas parcelas a pessoa paga'),
  source: z.exactOptional(
    z
      .enum(['notice', 'api', 'import'])
      .check(
        z.describe(
          'De onde veio: `notice` (aviso da plataforma), `api` (consulta a ela) ou `import` (arquivo).',
        ),
      ),
  ),
  late: z.exactOptional(
    z
      .literal(true)
      .check(
        z.describe(
          'Só quando o aviso da plataforma chegou mais de 48 horas depois do fato, como no histórico que ela reenvia: não é notícia de hoje.',
        ),
      ),
  ),
  buyer_name: textOrNull('Quem comprou, como a plataforma diz.'),
  buyer_email: textOrNull('O e-mail de quem comprou.'),
  buyer_phone: textOrNull('O telefone de quem comprou, como a plataforma o escreve.'),
  ...phoneFields,
  ...utmFieldsOrNull,
});
export type SalePayload = z.infer<typeof salePayload>;

const hashOrNull = (description: string) =>
  z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))).check(z.describe(description));

/** The payload has only hashes, by which a receiver finds the person in its own list. */
const erasurePayload = z.object({
  ...messageFields,
  phone_key_sha256: hashOrNull(
    'SHA-256, em hexadecimal, do DDD e dos oito últimos dígitos do telefone: de 1187654321 para (11) 98765-4321; null quando o pedido não diz o telefone.',
  ),
  email_key_sha256: hashOrNull(
    'SHA-256, em hexadecimal, do e-mail em minúsculas e sem espaços em volta; null quando o pedido não diz o e-mail.',
  ),
});

export const PAYLOAD_SCHEMAS = {
  'lead.created': leadPayload,
  'application.started': draftPayload,
  'application.created': applicationPayload,
  'application.abandoned': draftPayload,
  'sale.pending': salePayload,
  'sale.paid': salePayload,
  'sale.refunded': salePayload,
  'sale.chargeback': salePayload,
  'person.erased': erasurePayload,
} as const satisfies Record<WebhookEvent, z.ZodMiniType>;

export type WebhookPayload<Event extends WebhookEvent = WebhookEvent> = z.infer<
  (typeof PAYLOAD_SCHEMAS)[Event]
>;
