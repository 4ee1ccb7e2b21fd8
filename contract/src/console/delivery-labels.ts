import type { DeliveryState } from '../deliveries/deliveries.ts';
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
