import type { DeliveryState } from '@funil/contract/console/deliveries';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { StateMarkProps } from '../parts/StateMark.tsx';
import { keysOf } from '../parts/search-params.ts';

export const DELIVERY_LABELS: Record<DeliveryState, StateMarkProps> = {
  waiting: { label: 'Na fila', tone: 'busy' },
  delivered: { label: 'Entregue', tone: 'good' },
  dead: { label: 'Desistiu', tone: 'bad' },
  canceled: { label: 'Cancelada', tone: 'off' },
};

/** In the order in which the events happen. */
export const EVENT_LABELS: Record<WebhookEvent, string> = {
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
export const EVENTS = keysOf(EVENT_LABELS);

const DESTINATION_LABELS: Readonly<Record<string, string>> = {
  mail: 'E-mail',
  'mail:leads': 'E-mail de leads',
  meta: 'Meta (conversões)',
  ga4: 'Google Analytics',
};

/** Returns the label of `webhook:<id>`, `mail`, `meta`…; a webhook's label is its address. */
export function destinationLabel(
  destination: string,
  endpoints: readonly { readonly id: string; readonly url: string }[],
): string {
  const endpoint = endpoints.find(({ id }) => destination === `webhook:${id}`);
  if (endpoint) return shortenUrl(endpoint.url);
  if (destination.startsWith('webhook:')) return 'webhook tirado';
  return DESTINATION_LABELS[destination] ?? destination;
}

/** Returns a URL without its scheme and final slash. */
export const shortenUrl = (url: string): string =>
  url.replace(/^https?:\/\//, '').replace(/\/$/, '');
