import {
  DELIVERY_STATE_LABELS,
  destinationLabel,
  isWebhookDestination,
} from '@funil/contract/console/delivery-labels';
import type { DeliveryState } from '@funil/contract/deliveries/deliveries';
import type { StateMarkProps, Tone } from '../parts/StateMark.tsx';

const STATE_TONES: Record<DeliveryState, Tone> = {
  waiting: 'busy',
  delivered: 'good',
  dead: 'bad',
  canceled: 'off',
};
export const deliveryStateMark = (state: DeliveryState): StateMarkProps => ({
  label: DELIVERY_STATE_LABELS[state],
  tone: STATE_TONES[state],
});

/** @param destination `webhook:<id>`, `mail`, `meta`… */
export function queueLabel(
  destination: string,
  endpoints: readonly { readonly id: string; readonly url: string }[],
): string {
  const endpoint = endpoints.find(({ id }) => destination === `webhook:${id}`);
  if (endpoint) return shortenUrl(endpoint.url);
  if (isWebhookDestination(destination)) return 'webhook removido';
  return destinationLabel(destination);
}

/** Removes the scheme and the final slash. */
export const shortenUrl = (url: string): string =>
  url.replace(/^https?:\/\//, '').replace(/\/$/, '');
