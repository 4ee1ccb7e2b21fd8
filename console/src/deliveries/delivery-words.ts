import type { DeliveryState } from '@funil/contract/console/deliveries';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Option } from '../parts/Fields.tsx';
import { keysOf } from '../parts/search-params.ts';

export const DELIVERY_WORDS: Record<
  DeliveryState,
  { readonly label: string; readonly tone: string }
> = {
  waiting: { label: 'Na fila', tone: 'busy' },
  delivered: { label: 'Entregue', tone: 'good' },
  dead: { label: 'Desistiu', tone: 'bad' },
  canceled: { label: 'Cancelada', tone: 'off' },
};
export const DELIVERY_OPTIONS: readonly Option[] = [
  ['', 'Todos'],
  ...Object.entries(DELIVERY_WORDS).map(([state, { label }]): Option => [state, label]),
];

/** The events of webhooks, in the order in which they happen. */
export const EVENT_WORDS: Record<WebhookEvent, string> = {
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
export const EVENTS = keysOf(EVENT_WORDS);

const LANES: Readonly<Record<string, string>> = {
  mail: 'E-mail',
  'mail:leads': 'E-mail de leads',
  meta: 'Meta (conversões)',
  ga4: 'Google Analytics',
};

/** `webhook:<id>`, `mail`, `meta`… in words; a webhook by its address where it is known. */
export function nameLane(
  lane: string,
  endpoints: readonly { readonly id: string; readonly url: string }[] = [],
): string {
  const known = endpoints.find(({ id }) => lane === `webhook:${id}`);
  if (known) return hostOf(known.url);
  return LANES[lane] ?? (lane.startsWith('webhook:') ? 'webhook tirado' : lane);
}

/** An address without what every one has. */
export const hostOf = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

const OFF: Readonly<Record<string, string>> = {
  gone: 'O endereço respondeu que não existe mais (410): nada mais é enviado.',
  removed: 'Tirado.',
};
export const tellOff = (reason: string | null): string =>
  (reason && OFF[reason]) ?? 'Desligado: nada mais é enviado.';
