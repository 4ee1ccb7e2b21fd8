import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import type {
  ApplicationPayload,
  DraftPayload,
  LeadPayload,
  SalePayload,
} from '@funil/contract/deliveries/webhook-payloads';
import { configOf } from '../../../testkit/config-of.ts';
import type { Delivery } from '../../src/deliveries/destination.ts';
import { writeEmail } from '../../src/deliveries/mail/compose.ts';
import { createMailDestinations } from '../../src/deliveries/mail/destination.ts';
import { type MailContext, renderHtml, renderText } from '../../src/deliveries/mail/layout.ts';

const utms = {
  utm_source: 'instagram',
  utm_medium: 'social',
  utm_campaign: 'turma-de-novembro',
  utm_content: 'video-padaria',
  utm_term: '',
};
const whatsappFields = { phone_digits: '5511987654321', wa_me: 'https://wa.me/5511987654321' };
const visitFields = {
  origem_timestamp: '2026-11-25T16:45:00.000Z',
  tempo_jornada_segundos: 754,
  paginas_visitadas: 3,
};
const receiptFields = { created_at: '2026-11-25T17:00:00.000Z', suspect: null };
const contactFields = {
  lead_ref: '0193a1b2-0000-7000-8000-000000000001',
  nome: 'Ana Prado',
  email: 'ana@padaria.example',
  whatsapp: '+55 (11) 98765-4321',
  instagram: '@padariaprado',
};

export const lead = (changes: Partial<LeadPayload> = {}): LeadPayload => ({
  version: 1,
  lead_ref: '0193a1b2-0000-7000-8000-000000000001',
  nome: 'Ana Prado',
  telefone: '(11) 98765-4321',
  ...whatsappFields,
  ...utms,
  ...visitFields,
  ...receiptFields,
  ...changes,
});

export const draft = (changes: Partial<DraftPayload> = {}): DraftPayload => ({
  version: 1,
  ...contactFields,
  ...whatsappFields,
  ...utms,
  ...receiptFields,
  ...changes,
});

const CHALLENGES = 'Respondo as mesmas perguntas o dia todo.\n\nQuero fechar, não atender.';

export const application = (changes: Partial<ApplicationPayload> = {}): ApplicationPayload => ({
  version: 1,
  ...contactFields,
  ...whatsappFields,
  perguntas: [
    { chave: 'faturamento', pergunta: 'Faturamento', resposta: 'De R$ 10 mil a R$ 30 mil' },
    { chave: 'cronograma', pergunta: 'Prazo', resposta: 'Em 1 ano' },
    {
      chave: 'principais_desafios',
      pergunta: 'Principais desafios',
      resposta: changes.principais_desafios ?? CHALLENGES,
    },
  ],
  empresa: 'Padaria Prado',
  cargo: 'Sócia',
  faturamento: '10k-30k',
  principais_desafios: CHALLENGES,
  objetivos_movimento: '',
  cronograma: '1ano',
  orcamento_investimento: '',
  experiencia_anterior: '',
  reply_by: '2026-11-27T17:00:00.000Z',
  ...utms,
  ...visitFields,
  ...receiptFields,
  ...changes,
});

export const sale = (changes: Partial<SalePayload> = {}): SalePayload => ({
  version: 1,
  platform: 'hotmart',
  transaction: 'HP0123456789',
  state: 'paid',
  value_cents: 149_700,
  currency: 'BRL',
  method: 'pix',
  product: 'Comunidade Escola',
  matched_by: 'reference',
  lead_ref: '0193a1b2-0000-7000-8000-000000000001',
  pending_at: '2026-11-25T16:00:00.000Z',
  paid_at: '2026-11-25T17:00:00.000Z',
  refunded_at: null,
  chargeback_at: null,
  buyer_name: 'Ana Prado',
  buyer_email: 'ana@padaria.example',
  buyer_phone: '11987654321',
  ...whatsappFields,
  ...utms,
  ...changes,
});

export const deliveryOf = (type: WebhookEvent, data: unknown, n = 1): Delivery => ({
  id: `0193a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`,
  event: { number: n, type, subject: `x:${n}`, happenedAt: '2026-11-25T17:00:00.000Z', data },
  attempts: 0,
});

/** Wednesday 25 November 2026, 14h02 in Brasília. */
const NOW = Date.parse('2026-11-25T17:02:00.000Z');

export const CONTEXT: MailContext = { product: 'Escola', consoleUrl: null, now: NOW };

export function createTestMail(
  SMTP_URL: string,
  { on = 'application.created,sale.paid,lead.created', now = () => NOW } = {},
) {
  const config = configOf({
    SMTP_URL,
    NOTIFY_FROM: 'avisos@escola.test',
    NOTIFY_TO: 'dona@escola.test',
    NOTIFY_ON: on,
  });
  const { mail } = config;
  return createMailDestinations({ mail, readContext: () => ({ ...CONTEXT, now: now() }), now });
}

export function writeTestEmail(
  type: WebhookEvent,
  data: unknown,
  changes: Partial<MailContext> = {},
) {
  const email = writeEmail([deliveryOf(type, data).event], { ...CONTEXT, ...changes });
  if (email === null) throw new Error('unreadable data');
  const text = renderText(email, 'Aviso automático.');
  return { email, text, html: renderHtml(email, 'Escola', 'Aviso automático.') };
}
