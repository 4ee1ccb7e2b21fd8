import type { WebhookEvent } from './webhook-events.ts';
import {
  type ApplicationPayload,
  type DraftPayload,
  type LeadPayload,
  PAYLOAD_VERSION,
  type SalePayload,
  type WebhookPayload,
} from './webhook-payloads.ts';

interface WebhookMessage<Event extends WebhookEvent = WebhookEvent> {
  readonly type: Event;
  /** When the event happened: ISO time in UTC. */
  readonly timestamp: string;
  readonly data: WebhookPayload<Event>;
}

const APPLICATION_ID = '01956f1d-3c80-7b1a-9c52-6a4f0c2b7d10';
const LEAD_REF = '01956f1d-1a40-7c3e-8f11-2b9d4e5a6c70';

const messageFields = { version: PAYLOAD_VERSION, test: true } as const;
const phoneFields = { phone_digits: '5511987654321', wa_me: 'https://wa.me/5511987654321' };
const utmFields = {
  utm_source: 'instagram',
  utm_medium: 'social',
  utm_campaign: 'lancamento',
  utm_content: 'video-2',
  utm_term: '',
};
const visitFields = {
  origem_timestamp: '2026-03-01T11:52:10.000Z',
  tempo_jornada_segundos: 470,
  paginas_visitadas: 1,
};
const captureFields = { created_at: '2026-03-01T12:00:00.000Z', suspect: null };
const contactFields = {
  nome: 'Maria de Exemplo',
  email: 'maria@exemplo.com',
  whatsapp: '+55 (11) 98765-4321',
  instagram: '@maria.de.exemplo',
};

const lead: LeadPayload = {
  ...messageFields,
  lead_ref: LEAD_REF,
  nome: 'Maria de Exemplo',
  telefone: '(11) 98765-4321',
  ...phoneFields,
  ...utmFields,
  ...visitFields,
  ...captureFields,
};

const draft: DraftPayload = {
  ...messageFields,
  lead_ref: APPLICATION_ID,
  ...contactFields,
  ...phoneFields,
  ...utmFields,
  ...captureFields,
};

const application: ApplicationPayload = {
  ...messageFields,
  lead_ref: APPLICATION_ID,
  ...contactFields,
  ...phoneFields,
  empresa: 'Exemplo Comércio',
  cargo: 'Sócia',
  faturamento: '10k-30k',
  principais_desafios: 'Vender todos os meses, e não só nos lançamentos.',
  objetivos_movimento: '',
  cronograma: '6meses',
  orcamento_investimento: '',
  experiencia_anterior: '',
  respostas: { nicho: 'Confeitaria', equipe: 3, canais: ['loja', 'site'] },
  perguntas: [
    { chave: 'empresa', pergunta: 'Empresa ou negócio', resposta: 'Exemplo Comércio' },
    { chave: 'cargo', pergunta: 'Cargo', resposta: 'Sócia' },
    { chave: 'faturamento', pergunta: 'Faturamento mensal', resposta: 'De R$ 10 mil a R$ 30 mil' },
    {
      chave: 'principais_desafios',
      pergunta: 'Principais desafios',
      resposta: 'Vender todos os meses, e não só nos lançamentos.',
    },
    { chave: 'cronograma', pergunta: 'Em quanto tempo?', resposta: 'Em 6 meses' },
    { chave: 'nicho', pergunta: 'Qual é o seu nicho?', resposta: 'Confeitaria' },
    { chave: 'equipe', pergunta: 'Quantas pessoas trabalham com você?', resposta: '3' },
    { chave: 'canais', pergunta: 'Por onde você vende?', resposta: 'Loja física, Site' },
  ],
  reply_by: '2026-03-03T12:00:00.000Z',
  ...utmFields,
  ...visitFields,
  ...captureFields,
};

const openSale: SalePayload = {
  ...messageFields,
  platform: 'hotmart',
  transaction: 'HP0000000001',
  state: 'pending',
  value_cents: 299_700,
  currency: 'BRL',
  method: 'pix',
  product: 'Comunidade de Exemplo',
  matched_by: 'reference',
  lead_ref: LEAD_REF,
  pending_at: '2026-03-01T12:05:00.000Z',
  paid_at: null,
  refunded_at: null,
  chargeback_at: null,
  refunded_cents: 0,
  net_cents: 239_700,
  fee_cents: 30_000,
  commission_cents: 30_000,
  order_id: 'HP0000000001',
  subscription: null,
  charge_number: null,
  installments: 1,
  source: 'notice',
  buyer_name: 'Maria de Exemplo',
  buyer_email: 'maria@exemplo.com',
  buyer_phone: '11987654321',
  ...phoneFields,
  ...utmFields,
};
const paidSale: SalePayload = { ...openSale, state: 'paid', paid_at: '2026-03-01T12:07:30.000Z' };

const EXAMPLES_BY_TYPE: {
  readonly [Event in WebhookEvent]: readonly [timestamp: string, data: WebhookPayload<Event>];
} = {
  'lead.created': [captureFields.created_at, lead],
  'application.started': [captureFields.created_at, draft],
  'application.created': [captureFields.created_at, application],
  'application.abandoned': ['2026-03-01T13:00:00.000Z', draft],
  'sale.pending': ['2026-03-01T12:05:00.000Z', openSale],
  'sale.paid': ['2026-03-01T12:07:30.000Z', paidSale],
  'sale.refunded': [
    '2026-03-05T09:00:00.000Z',
    {
      ...paidSale,
      state: 'refunded',
      refunded_at: '2026-03-05T09:00:00.000Z',
      refunded_cents: 299_700,
    },
  ],
  'sale.chargeback': [
    '2026-04-02T15:30:00.000Z',
    {
      ...paidSale,
      state: 'chargeback',
      chargeback_at: '2026-04-02T15:30:00.000Z',
      refunded_cents: 299_700,
    },
  ],
  'person.erased': [
    '2026-05-10T10:00:00.000Z',
    {
      ...messageFields,
      phone_key_sha256: 'af4fa3aa0704f5cf169b6373aab6e7f0c1307041fb364ce8de7ff3afaa6f9a04',
      email_key_sha256: '905231986a8c247271f571ca09ae3b15edcd8ec2fd5de9931ac02bda02a22e37',
    },
  ],
};

/** An example of every event type, marked as a test and with invented people. */
export const WEBHOOK_EXAMPLES = Object.fromEntries(
  Object.entries(EXAMPLES_BY_TYPE).map(([type, [timestamp, data]]) => [
    type,
    { type, timestamp, data },
  ]),
) as { readonly [Event in WebhookEvent]: WebhookMessage<Event> };
