import type { WebhookEvent } from '@funil/contract/webhook-events';

/** An endpoint of the seller's own. Moments are ISO texts in UTC. */
export interface Endpoint {
  /** UUID. */
  readonly id: string;
  readonly url: string;
  /** Types it asked for; empty: all. */
  readonly events: readonly WebhookEvent[];
  readonly created_at: string;
  /** When it was switched off, and why; null: it is on. */
  readonly off_at: string | null;
  readonly off_reason: string | null;
}

/** What an endpoint's deliveries are signed by. */
export interface Secrets {
  /** `whsec_<base64>` */
  readonly secret: string;
  /** The one before, valid beside it until a moment. */
  readonly previous: { readonly secret: string; readonly until: string } | null;
}

/** The name of an endpoint's lane. */
export const destinationOf = (id: string): string => `webhook:${id}`;
