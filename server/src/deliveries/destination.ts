import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import type { OutboxEventType } from '../store/delivery-tables.ts';

export interface OutboxEvent {
  readonly number: number;
  readonly type: OutboxEventType;
  /** An event subject (docs/glossary.md), or a push's `summary:<day>:<operator>` or `operator:<id>:<alert>`. */
  readonly subject: string;
  /** ISO time in UTC. */
  readonly happenedAt: string;
  /** Payload of the contract's schema for the type. */
  readonly data: unknown;
}

/** Whether an event's lead or application is marked as a robot's. */
export const isSuspect = ({ data }: Pick<OutboxEvent, 'data'>): boolean =>
  Boolean(Object(data).suspect);

/** Returns the name of an event's lead, applicant or buyer; null: the event has none. */
export function findPersonName({ data }: Pick<OutboxEvent, 'data'>): string | null {
  const { nome, buyer_name } = Object(data);
  const name: unknown = nome ?? buyer_name;
  return typeof name === 'string' && name !== '' ? name : null;
}

/** An event for one destination. */
export interface Delivery {
  /** UUID, the same for every attempt. */
  readonly id: string;
  readonly event: OutboxEvent;
  /** Attempts before this one. */
  readonly attempts: number;
}

export type Deliveries = readonly [Delivery, ...Delivery[]];

/** The outcome of an attempt. */
export type AttemptOutcome = {
  /** HTTP or SMTP status; null without a response. */
  readonly status: number | null;
  /** The beginning of the response, or why there is none, for the operator. */
  readonly response: string;
} & (
  | { readonly result: 'delivered' }
  /** Retried, not before `retryAfterMs` if the receiver asks for that. */
  | { readonly result: 'failed'; readonly retryAfterMs?: number | null }
  /** Not retried: the receiver would refuse every attempt. */
  | { readonly result: 'refused' }
  /** Not sent, for a reason such as `no-visit`. */
  | { readonly result: 'skipped'; readonly reason: string }
  /** The receiver asks for no further deliveries. */
  | { readonly result: 'gone' }
);

/** Returns the outcome of an attempt without a response, with the reason for the operator. */
export const failed = (response: string): AttemptOutcome => ({
  result: 'failed',
  status: null,
  response,
});

/** Returns the outcome of a delivery that is not sent, with the reason's word. */
export const skipped = (reason: string): AttemptOutcome => ({
  result: 'skipped',
  reason,
  status: null,
  response: '',
});

/** A receiver of deliveries, with a separate worker and queue. */
export interface Destination {
  /** `webhook:<id>`, `mail`, `mail:leads`, `mail:operators`, `push:<id>`, `meta` or `ga4`. */
  readonly name: string;
  /**
   * Event types of a configured destination; undefined for endpoints, whose rows list their types, and for e-mails to
   * operators.
   */
  readonly subscribesTo?: (type: WebhookEvent) => boolean;
  readonly isPaused?: boolean;
  /** Maximum of concurrent attempts. */
  readonly concurrency: number;
  /** Maximum of deliveries in one attempt; more than 1 for digests. */
  readonly batch: number;
  /** Pause between two attempts. */
  readonly restMs: number;
  /**
   * Makes one attempt for all given deliveries within 15 s. A rejection is logged, and the attempt retried.
   * @param signal aborts the attempt when the server stops
   */
  send(deliveries: Deliveries, signal: AbortSignal): Promise<AttemptOutcome>;
}

/** Returns the kind in a destination's name: `webhook`, `mail`, `push`, `meta` or `ga4`. */
export const destinationKind = (name: string): string => name.replace(/:.*$/s, '');
