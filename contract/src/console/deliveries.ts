/** What is told outside, and where to. */
import * as z from 'zod/mini';
import { storableText } from '../text.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../webhook-events.ts';
import { pageQuery } from './page.ts';

export const DELIVERY_STATES = ['waiting', 'delivered', 'dead', 'canceled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DeliveryItem {
  readonly id: string;
  readonly type: WebhookEvent;
  /** `webhook:<id>`, `mail`, `mail:leads`, `meta` or `ga4`. */
  readonly destination: string;
  /** `lead:<key>`, `application:<id>` or `sale:<platform>:<key>`. */
  readonly subject: string;
  readonly state: DeliveryState;
  /** Why it was canceled, or what the last try came to. */
  readonly outcome: string | null;
  readonly tries: number;
  readonly created_at: string;
  readonly due_at: string;
  readonly ended_at: string | null;
}

export interface DeliveryAttempt {
  readonly tried_at: string;
  /** In ms. */
  readonly took: number;
  /** HTTP status; null: no answer. */
  readonly status: number | null;
  /** The answer's beginning, or why there was none. */
  readonly answer: string;
}

export interface DeliveryDetail extends DeliveryItem {
  /** The newest first. */
  readonly attempts: readonly DeliveryAttempt[];
}

export const deliveriesQuerySchema = z.strictObject({
  state: z.optional(z.enum(DELIVERY_STATES)),
  destination: z.optional(storableText(100)),
  q: z.optional(storableText(200)),
  ...pageQuery,
});

/** Has all that was given up be sent once more, or what was at one destination. */
export const replaySchema = z.strictObject({
  state: z.literal('dead'),
  destination: z.optional(storableText(100)),
});
export interface ReplayAnswer {
  readonly replayed: number;
}

export interface Endpoint {
  readonly id: string;
  readonly url: string;
  /** Empty: all. */
  readonly events: readonly WebhookEvent[];
  readonly created_at: string;
  /** When it was switched off, and why; null: it is on. */
  readonly off_at: string | null;
  readonly off_reason: string | null;
}

/** How deliveries to one destination go. */
export interface DestinationQueue {
  readonly destination: string;
  readonly waiting: number;
  /** Of those that wait: tried at least once, in vain. */
  readonly failing: number;
  readonly dead: number;
  /** When the last one was delivered; null: none ever. */
  readonly delivered_at: string | null;
  /** Why it is switched off; null: it is on. */
  readonly off_reason: string | null;
}

export interface EndpointsAnswer {
  readonly items: readonly Endpoint[];
  readonly lanes: readonly DestinationQueue[];
  /** All destinations that deliveries may be filtered by. */
  readonly destinations: readonly string[];
}

/** Shown once: it is never told again. */
export interface EndpointWithSecret extends Endpoint {
  readonly secret: string;
}

export const newEndpointSchema = z.strictObject({
  url: storableText(2_000).check(z.minLength(1)),
  events: z.optional(z.array(z.enum(WEBHOOK_EVENTS)).check(z.maxLength(WEBHOOK_EVENTS.length))),
});
export type NewEndpoint = z.infer<typeof newEndpointSchema>;

/** What a test came to. */
export interface EndpointTest {
  readonly ok: boolean;
  readonly status: number | null;
  readonly answer: string;
}
