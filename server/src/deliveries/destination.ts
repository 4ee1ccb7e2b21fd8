import type { WebhookEvent } from '@funil/contract/webhook-events';

/** A stored event, as it is delivered. */
export interface OutboxEvent {
  readonly number: number;
  readonly type: WebhookEvent;
  /** `lead:<key>`, `application:<id>` or `sale:<platform>:<key>`. */
  readonly subject: string;
  /** ISO time in UTC. */
  readonly happenedAt: string;
  /** As the contract's schema of its type has it. */
  readonly data: unknown;
}

/** One event for one destination. */
export interface Delivery {
  /** UUID, the same at every attempt. */
  readonly id: string;
  readonly event: OutboxEvent;
  /** Attempts before this one. */
  readonly tries: number;
}

/** The outcome of an attempt. */
export type Outcome = {
  /** HTTP status, where there was an answer. */
  readonly status: number | null;
  /** The beginning of the answer, or why there was none, for the operator. */
  readonly answer: string;
} & (
  | { readonly result: 'delivered' }
  /** To be retried; not before `retryAfter` ms if the receiver says so. */
  | { readonly result: 'failed'; readonly retryAfter?: number }
  /** Never to be retried: the receiver would refuse it each time. */
  | { readonly result: 'refused' }
  /** Must not or need not be sent; `reason` is a word, as `refused-consent`. */
  | { readonly result: 'unneeded'; readonly reason: string }
  /** The receiver asks for no further deliveries. */
  | { readonly result: 'gone' }
);

/** Returns the outcome of an attempt that had no answer, for a reason that the operator reads. */
export const failed = (answer: string): Outcome => ({ result: 'failed', status: null, answer });

/** A receiver of deliveries, with a separate worker and queue. */
export interface Destination {
  /** `webhook:<id>`, `mail`, `mail:leads`, `meta` or `ga4`. */
  readonly name: string;
  /** Whether a destination that settings name receives events of a type; endpoints have none, their rows list the types. */
  readonly subscribesTo?: (type: WebhookEvent) => boolean;
  /** Whether sending is paused; its deliveries wait. */
  readonly isPaused?: boolean;
  /** Most concurrent attempts. */
  readonly concurrency: number;
  /** Most deliveries of one attempt: a digest. */
  readonly batch: number;
  /** Pause between two attempts, in ms. */
  readonly rest: number;
  /**
   * One try; it ends by itself within 15 s, and rejects at most with trouble of our own, which is tried again.
   * Its outcome is that of all it took along.
   * @param signal ends it at once, when the server stops
   */
  send(deliveries: readonly [Delivery, ...Delivery[]], signal: AbortSignal): Promise<Outcome>;
}
