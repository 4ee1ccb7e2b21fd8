import type { WebhookEvent } from '@funil/contract/webhook-events';

/** What happened, as it is told. */
export interface Announcement {
  readonly number: number;
  readonly type: WebhookEvent;
  /** `lead:<key>`, `application:<id>` or `sale:<platform>:<key>`. */
  readonly subject: string;
  /** ISO time in UTC. */
  readonly happenedAt: string;
  /** As the contract's schema of its type has it. */
  readonly data: unknown;
}

/** One announcement on its way to one destination. */
export interface Delivery {
  /** UUID, the same at every try. */
  readonly id: string;
  readonly announcement: Announcement;
  /** Tries before this one. */
  readonly tries: number;
}

/** What a try came to. */
export type Outcome = {
  /** HTTP status, where there was an answer. */
  readonly status: number | null;
  /** The answer's beginning, or why there was none, for whoever looks for what is wrong. */
  readonly answer: string;
} & (
  | { readonly result: 'delivered' }
  /** To be tried again; not before `retryAfter` ms where the other side said so. */
  | { readonly result: 'failed'; readonly retryAfter?: number }
  /** Never to be tried again: the other side, or its rules, would refuse it each time. */
  | { readonly result: 'refused' }
  /** Must not or need not be sent; `reason` is a word, as `refused-consent`. */
  | { readonly result: 'unneeded'; readonly reason: string }
  /** The other side wants no more of anything. */
  | { readonly result: 'gone' }
);

/** Somewhere that deliveries go: a lane of its own, which holds up no other. */
export interface Destination {
  /** `webhook:<id>`, `mail`, `mail:leads`, `meta` or `ga4`. */
  readonly name: string;
  wants(type: WebhookEvent): boolean;
  /** Whether it hears of history that a seller sends again, too; left out: it does. */
  readonly wantsLate?: boolean;
  /** Whether nothing is sent for now: what happens waits for it. */
  readonly isPaused?: boolean;
  /** Most tries under way at once. */
  readonly concurrency: number;
  /** Most deliveries that one try takes along: a digest. */
  readonly batch: number;
  /** Rest, in ms, between a try's end and the next one's begin. */
  readonly rest: number;
  /**
   * One try; it ends by itself within 15 s, and rejects at most with trouble of our own, which is tried again.
   * Its outcome is that of all it took along.
   * @param signal ends it at once, when the server stops
   */
  send(deliveries: readonly [Delivery, ...Delivery[]], signal: AbortSignal): Promise<Outcome>;
}
