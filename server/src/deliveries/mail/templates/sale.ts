import { formatCents } from '@funil/contract/money';
import { formatPhone } from '@funil/contract/phone';
import type { SalePayload } from '@funil/contract/webhook-payloads';
import { type Action, EMPTY_EMAIL, type Email, type Fact, type MailContext } from '../layout.ts';
import {
  addressFact,
  chatLink,
  describeOrigin,
  describePaymentMethod,
  formatDay,
  joinParts,
  mailLink,
  numberFact,
  plainAddress,
  writeGreeting,
} from '../phrases.ts';
import { oneLine } from '../visitor-text.ts';

export type SaleEvent = 'sale.pending' | 'sale.paid' | 'sale.refunded' | 'sale.chargeback';

/** What is said of a sale, by what became of it. */
const KINDS = {
  'sale.pending': {
    kicker: 'Pagamento em aberto',
    strip: 'Emitido e ainda não pago. Uma mensagem a tempo ajuda a concluir.',
    action: 'Ajudar no WhatsApp',
    about: 'Vi que o seu pagamento ainda está em aberto. Precisa de ajuda para concluir?',
  },
  'sale.paid': {
    kicker: 'Venda paga',
    strip: null,
    action: 'Dar as boas-vindas no WhatsApp',
    about: 'O seu pagamento foi confirmado, boas-vindas! Conseguiu acessar tudo?',
  },
  'sale.refunded': {
    kicker: 'Reembolso',
    strip: 'O dinheiro voltou para quem comprou.',
    action: 'Perguntar o motivo no WhatsApp',
    about: 'O seu reembolso foi feito. Pode contar para a gente o que faltou?',
  },
  'sale.chargeback': {
    kicker: 'Compra contestada no cartão',
    strip: 'O banco de quem comprou tomou o dinheiro de volta (chargeback).',
    action: 'Falar com quem comprou',
    about: 'Recebemos uma contestação da sua compra no cartão. Podemos ajudar a resolver?',
  },
} as const;

/** Something became of a sale. */
export function writeSaleEmail(type: SaleEvent, data: SalePayload, context: MailContext): Email {
  const { kicker, strip } = KINDS[type];
  const value = data.value_cents === null ? '' : formatCents(data.value_cents);
  const buyer = oneLine(data.buyer_name ?? '', 60);
  const subject = [value, buyer].filter(Boolean).join(', ');
  return {
    ...EMPTY_EMAIL,
    subject: `${kicker}: ${subject || oneLine(data.transaction, 60)}`,
    preview: joinParts(data.product, describePaymentMethod(data.method), describeOrigin(data)),
    kicker,
    title: value || buyer || 'Valor não informado',
    subtitle: value ? buyer : '',
    strip: strip === null ? null : { text: strip, note: '', isUrgent: false },
    actions: listActions(type, data, context),
    facts: listFacts(type, data),
    replyTo: plainAddress(data.buyer_email),
  };
}

function listActions(
  type: SaleEvent,
  data: SalePayload,
  { product, consoleUrl }: MailContext,
): Action[] {
  const { action, about } = KINDS[type];
  const chat = chatLink(data.wa_me, writeGreeting(data.buyer_name, product, about));
  const address = plainAddress(data.buyer_email);
  return [
    ...(chat === null ? [] : [{ label: action, href: chat }]),
    ...(address === null ? [] : [{ label: 'Escrever por e-mail', href: mailLink(address) }]),
    ...(consoleUrl === null ? [] : [{ label: 'Abrir no painel', href: `${consoleUrl}/vendas` }]),
  ];
}

const MOMENTS = {
  'sale.pending': ['Emitido', 'pending_at'],
  'sale.paid': ['Pago', 'paid_at'],
  'sale.refunded': ['Devolvido', 'refunded_at'],
  'sale.chargeback': ['Contestado', 'chargeback_at'],
} as const;

const MATCHES: Readonly<Record<string, string>> = {
  reference: 'conhecido pelo link do checkout',
  phone: 'conhecido pelo telefone',
  email: 'conhecido pelo e-mail',
};

function listFacts(type: SaleEvent, data: SalePayload): Fact[] {
  const [label, column] = MOMENTS[type];
  const moment = data[column];
  return [
    { label: 'Produto', value: data.product ?? '' },
    ...(data.buyer_phone ? [numberFact(formatPhone(data.buyer_phone), 'Telefone')] : []),
    ...(data.buyer_email ? [addressFact(data.buyer_email)] : []),
    { label: 'Pagamento', value: describePaymentMethod(data.method) },
    { label, value: moment === null ? '' : formatDay(Date.parse(moment)) },
    { label: 'Veio de', value: describeOrigin(data) },
    { label: 'Lead', value: MATCHES[data.matched_by ?? ''] ?? 'nenhum com este contato' },
    { label: 'Plataforma', value: sayPlatform(data.platform) },
    { label: 'Transação', value: data.transaction },
  ];
}

const sayPlatform = (platform: string) =>
  platform === 'tmb' ? 'TMB' : platform.charAt(0).toUpperCase() + platform.slice(1);
