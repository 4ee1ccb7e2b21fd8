import type { CancellationReason, DeliveryState } from '../deliveries/deliveries.ts';
import type { WebhookEvent } from '../deliveries/webhook-events.ts';
import { type Labels, labelIn } from './labels.ts';

export const EVENT_LABELS: Labels<WebhookEvent> = {
  'lead.created': 'Lead chegou',
  'application.started': 'Aplicação começada',
  'application.created': 'Aplicação enviada',
  'application.abandoned': 'Aplicação abandonada',
  'sale.pending': 'Pix ou boleto emitido',
  'sale.paid': 'Venda paga',
  'sale.refunded': 'Venda reembolsada',
  'sale.chargeback': 'Venda contestada',
  'person.erased': 'Pessoa apagada',
};
export const eventLabel = (type: string): string => labelIn(EVENT_LABELS, type);

export const DELIVERY_STATE_LABELS: Labels<DeliveryState> = {
  waiting: 'Na fila',
  delivered: 'Entregue',
  dead: 'Falhou',
  canceled: 'Cancelada',
};

const CANCELLATION_LABELS: Labels<CancellationReason> = {
  unreadable: 'os dados guardados não puderam ser lidos',
  suspect: 'parece robô; “É gente”, na ficha da pessoa, envia, se ainda der tempo',
  'too-old': 'o prazo para enviar acabou',
  'no-visit':
    'nada se sabe da visita: a venda não tem lead, a medição foi recusada ou bloqueada, ou o prazo passou',
  'no-user-agent': 'não se sabe de que navegador veio a visita',
  'no-value': 'a venda veio sem valor em reais',
  'no-transaction': 'a venda veio sem código',
  'no-id': 'a página não tem o código deste destino: ponha-o em Página › Medição',
  'sent-by-browser': 'o navegador da pessoa já contou',
  'sent-before': 'já foi contado, e contaria em dobro',
  'sent-by-other-form': 'a pessoa já contou pelo outro formulário, na mesma visita',
  'never-sent': 'a venda devolvida não tinha sido contada por aqui',
  gone: 'o endereço respondeu que não existe mais',
  removed: 'o destino foi tirado',
  erased: 'a pessoa foi apagada',
};
export const cancellationLabel = (reason: string): string => labelIn(CANCELLATION_LABELS, reason);

const DESTINATION_LABELS: Labels<string> = {
  mail: 'E-mail',
  'mail:leads': 'E-mail de leads',
  meta: 'Meta',
  ga4: 'Google Analytics',
};
export const isWebhookDestination = (destination: string): boolean =>
  destination.startsWith('webhook:');

export const destinationLabel = (destination: string): string =>
  isWebhookDestination(destination) ? 'webhook' : labelIn(DESTINATION_LABELS, destination);
