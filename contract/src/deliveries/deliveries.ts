import * as z from 'zod/mini';
import { pageQuery } from '../list-page.ts';
import { storableText } from '../text.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook-events.ts';

export const DELIVERY_STATES = ['waiting', 'delivered', 'dead', 'canceled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a conversion is not sent. */
export type SkipReason =
  | 'unreadable'
  /** The contact may be a robot. The conversion is sent once an operator clears the suspicion. */
  | 'suspect'
  | 'too-old'
  /** Tracking was refused or blocked, the sale has no lead, or the visit was erased. */
  | 'no-visit'
  | 'no-user-agent'
  | 'no-value'
  | 'no-transaction'
  | 'no-id'
  | 'sent-by-browser'
  /** The receiver accepted the conversion earlier, and would count it again. */
  | 'sent-before'
  /** The visitor sent both forms, and the conversion of the other form was already reported. */
  | 'sent-by-other-form'
  | 'never-sent';

/**
 * Why a delivery was canceled that the view Entregas lists. (Pushes and e-mails to operators are not listed and have
 * other reasons.) `gone` means that the endpoint answered 410, `removed` that an operator removed the destination.
 */
export type CancellationReason = SkipReason | 'gone' | 'removed' | 'erased';

export interface DeliveryItem {
  readonly id: string;
  readonly type: WebhookEvent;
  /** `webhook:<id>`, `mail`, `mail:leads`, `meta` or `ga4`. */
  readonly destination: string;
  /** `lead:<key>`, `application:<id>` or `sale:<platform>:<key>`. */
  readonly subject: string;
  /** The person's name; null if the delivery is about no person, or after an erasure. */
  readonly person: string | null;
  readonly state: DeliveryState;
  /** The reason of the cancellation, or the result of the last attempt; null if there was neither. */
  readonly outcome: string | null;
  readonly attempts: number;
  readonly created_at: string;
  readonly due_at: string;
  readonly ended_at: string | null;
}

export interface DeliveryAttempt {
  readonly tried_at: string;
  readonly duration_ms: number;
  /** The HTTP status; null if no response arrived. */
  readonly status: number | null;
  /** The beginning of the response. After a failure: advice, which may include that beginning. */
  readonly response: string;
}

export interface DeliveryDetail extends DeliveryItem {
  readonly latest_attempts: readonly DeliveryAttempt[];
}

export const deliveriesQuerySchema = z.strictObject({
  state: z.optional(z.enum(DELIVERY_STATES)),
  destination: z.optional(storableText(100)),
  q: z.optional(storableText(200)),
  ...pageQuery,
});

export const replaySchema = z.strictObject({
  state: z.literal('dead'),
  destination: z.optional(storableText(100)),
});
export interface ReplayResponse {
  readonly replayed: number;
}

export interface Endpoint {
  readonly id: string;
  readonly url: string;
  /** The events that the endpoint gets; an empty list means all events. */
  readonly events: readonly WebhookEvent[];
  readonly created_at: string;
  /** When the endpoint was turned off; null while the endpoint is on. */
  readonly off_at: string | null;
  readonly off_reason: string | null;
}

export interface DestinationQueue {
  readonly destination: string;
  readonly waiting: number;
  /** Waiting deliveries that failed at least once. */
  readonly failing: number;
  /** When the oldest failing delivery was created. This field and the next two are null if no delivery fails. */
  readonly failing_since: string | null;
  /** When the newest failing delivery was created. */
  readonly failing_until: string | null;
  /** The outcome of the last attempt of the oldest failing delivery. */
  readonly failure: string | null;
  readonly dead: number;
  readonly dead_until: string | null;
  readonly delivered_at: string | null;
  /** True if a web page answered the newest delivered event, so that the endpoint may have lost the event. */
  readonly answers_with_page: boolean;
  readonly off_reason: string | null;
}

export interface EndpointsResponse {
  readonly items: readonly Endpoint[];
  readonly queues: readonly DestinationQueue[];
}

/** An endpoint with its secret, which the server sends only in the response that creates or replaces the secret. */
export interface EndpointWithSecret extends Endpoint {
  readonly secret: string;
}

export const newEndpointSchema = z.strictObject({
  url: storableText(2_000).check(z.minLength(1)),
  events: z.optional(z.array(z.enum(WEBHOOK_EVENTS)).check(z.maxLength(WEBHOOK_EVENTS.length))),
});

export interface EndpointTest {
  readonly ok: boolean;
  readonly status: number | null;
  readonly response: string;
}
