import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import type { OutboxEventType } from '../store/delivery-tables.ts';

export interface OutboxEvent {
  readonly number: number;
  readonly type: OutboxEventType;
  /** A subject as in docs/glossary.md, or a push's `summary:<day>:<operator>` or `operator:<id>:<alert>`. */
  readonly subject: string;
  /** ISO time in UTC. */
  readonly happenedAt: string;
  /** The payload by the contract's schema of the type. */
  readonly data: unknown;
}

export const isSuspect = ({ data }: Pick<OutboxEvent, 'data'>): boolean =>
  Boolean(Object(data).suspect);

export function findPersonName({ data }: Pick<OutboxEvent, 'data'>): string | null {
  const { nome, buyer_name } = Object(data);
  const name: unknown = nome ?? buyer_name;
  return typeof name === 'string' && name !== '' ? name : null;
}

export interface Delivery {
  readonly id: string;
  readonly event: OutboxEvent;
  readonly attempts: number;
}

export type DeliveryBatch = readonly [Delivery, ...Delivery[]];

export type AttemptOutcome = {
  /** The HTTP or SMTP status; null without a response. */
  readonly status: number | null;
  /** The beginning of the response, or a sentence on why there is none. */
  readonly response: string;
} & (
  | { readonly result: 'delivered' }
  | { readonly result: 'failed'; readonly retryAfterMs?: number | null }
  /** Not retried, because the receiver would refuse every attempt. */
  | { readonly result: 'refused' }
  /** `reason` is a word such as `no-visit`. */
  | { readonly result: 'skipped'; readonly reason: string }
  | { readonly result: 'gone' }
);

export const failedAttempt = (response: string): AttemptOutcome => ({
  result: 'failed',
  status: null,
  response,
});

export const skippedAttempt = (reason: string): AttemptOutcome => ({
  result: 'skipped',
  reason,
  status: null,
  response: '',
});

export interface Destination {
  /** `webhook:<id>`, `mail`, `mail:leads`, `mail:operators`, `push:<id>`, `meta` or `ga4`. */
  readonly name: string;
  /** Omitted for webhooks, whose types are in the database, and for e-mails to operators. */
  readonly subscribesTo?: (type: WebhookEvent) => boolean;
  readonly isPaused?: boolean;
  readonly concurrency: number;
  readonly maxBatchSize: number;
  readonly restMs: number;
  /** Makes one attempt for all these deliveries, within 15 s. A rejection is retried. */
  send(deliveries: DeliveryBatch, signal: AbortSignal): Promise<AttemptOutcome>;
}

export const destinationKind = (name: string): string => name.replace(/:.*$/s, '');
