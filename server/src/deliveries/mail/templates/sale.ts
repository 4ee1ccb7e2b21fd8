import { groupPhone } from '@funil/contract/contacts/international-phone';
import type { SalePayload } from '@funil/contract/deliveries/webhook-payloads';
import { formatCents } from '@funil/contract/money';
import { platformLabel } from '@funil/contract/sales/platforms';
import { paymentMethodLabel } from '@funil/contract/sales/sale-record';
import { EMPTY_EMAIL, type Email, type LabeledValue, type MailContext } from '../layout.ts';
import {
  chatAction,
  consoleAction,
  describeOrigin,
  emailField,
  formatDayAndTime,
  joinWithDots,
  mailAction,
  phoneField,
  plainEmail,
} from '../phrases.ts';
import { toOneLine } from '../visitor-text.ts';

const SALE_EVENT_TEXTS = {
  'sale.pending': {
    kicker: 'Pagamento em aberto',
    banner: 'Emitido e ainda não pago. Uma mensagem a tempo ajuda a concluir.',
    chat: 'Ajudar no WhatsApp',
    greeting: 'Vi que o seu pagamento ainda está em aberto. Precisa de ajuda para concluir?',
    dateLabel: 'Emitido',
    dateColumn: 'pending_at',
  },
  'sale.paid': {
    kicker: 'Venda paga',
    banner: null,
    chat: 'Dar as boas-vindas no WhatsApp',
    greeting: 'O seu pagamento foi confirmado, boas-vindas! Conseguiu acessar tudo?',
    dateLabel: 'Pago',
    dateColumn: 'paid_at',
  },
  'sale.refunded': {
    kicker: 'Reembolso',
    banner: 'O dinheiro voltou para quem comprou.',
    chat: 'Perguntar o motivo no WhatsApp',
    greeting: 'O seu reembolso foi feito. Pode contar para a gente o que faltou?',
    dateLabel: 'Devolvido',
    dateColumn: 'refunded_at',
  },
  'sale.chargeback': {
    kicker: 'Compra contestada no cartão',
    banner: 'O banco de quem comprou tomou o dinheiro de volta (chargeback).',
    chat: 'Falar com quem comprou',
    greeting: 'Recebemos uma contestação da sua compra no cartão. Podemos ajudar a resolver?',
    dateLabel: 'Contestado',
    dateColumn: 'chargeback_at',
  },
} as const;

const describeMethod = (method: string | null): string =>
  method === null ? '' : paymentMethodLabel(method, 'label');

export function writeSaleEmail(
  type: keyof typeof SALE_EVENT_TEXTS,
  data: SalePayload,
  context: MailContext,
): Email {
  const { kicker, banner, chat: label, greeting: text } = SALE_EVENT_TEXTS[type];
  const { buyer_name: name, buyer_email: email, wa_me: waMe } = data;
  const valueText = data.value_cents === null ? '' : formatCents(data.value_cents);
  const buyer = toOneLine(name ?? '', 60);
  const subject = [valueText, buyer].filter(Boolean).join(', ');
  return {
    ...EMPTY_EMAIL,
    subject: `${kicker}: ${subject || toOneLine(data.transaction, 60)}`,
    preview: joinWithDots(data.product, describeMethod(data.method), describeOrigin(data)),
    kicker,
    title: valueText || buyer || 'Valor não informado',
    subtitle: valueText ? buyer : '',
    banner: banner === null ? null : { text: banner, note: '', isUrgent: false },
    actions: [
      ...chatAction({ label, waMe, name, text }, context),
      ...mailAction('Escrever por e-mail', email),
      ...consoleAction('/vendas', context),
    ],
    fields: listFields(type, data),
    replyTo: plainEmail(email),
  };
}

const MATCH_LABELS: Readonly<Record<string, string>> = {
  reference: 'conhecido pelo link do checkout',
  phone: 'conhecido pelo telefone',
  email: 'conhecido pelo e-mail',
};

function listFields(type: keyof typeof SALE_EVENT_TEXTS, sale: SalePayload): LabeledValue[] {
  const { dateLabel, dateColumn } = SALE_EVENT_TEXTS[type];
  const date = sale[dateColumn];
  return [
    { label: 'Produto', value: sale.product ?? '' },
    phoneField(groupPhone(sale.buyer_phone ?? ''), 'Telefone'),
    emailField(sale.buyer_email ?? ''),
    { label: 'Pagamento', value: describeMethod(sale.method) },
    { label: dateLabel, value: date === null ? '' : formatDayAndTime(date) },
    { label: 'Veio de', value: describeOrigin(sale) },
    { label: 'Lead', value: describeMatch(sale) },
    { label: 'Plataforma', value: platformLabel(sale.platform) },
    { label: 'Transação', value: sale.transaction },
  ];
}

const describeMatch = ({ matched_by, lead_ref }: SalePayload): string =>
  MATCH_LABELS[matched_by ?? ''] ??
  (lead_ref === null ? 'nenhum com este contato' : 'ligado à mão no painel');
