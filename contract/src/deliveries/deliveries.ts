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
  /** The visitor sent both forms, and the other form's conversion is reported. */
  | 'sent-by-other-form'
  | 'never-sent';

/**
 * Why a delivery that Entregas lists was canceled; operators' pushes and e-mails, which are not listed, have others.
 * `gone`: the endpoint answered 410; `removed`: the destination was removed.
 */
export type CancellationReason = SkipReason | 'gone' | 'removed' | 'erased';

export interface DeliveryItem {
  readonly id: string;
  readonly type: WebhookEvent;
  /** `webhook:<id>`, `mail`, `mail:leads`, `meta` or `ga4`. */
  readonly destination: string;
  /** `lead:<key>`, `application:<id>` or `sale:<platform>:<key>`. */
  readonly subject: string;
  /** The person's name; null without a person, or after an erasure. */
  readonly person: string | null;
  readonly state: DeliveryState;
  /** Reason of the cancellation, or result of the last attempt. */
  readonly outcome: string | null;
  readonly attempts: number;
  readonly created_at: string;
  readonly due_at: string;
  readonly ended_at: string | null;
}

export interface DeliveryAttempt {
  readonly tried_at: string;
  readonly duration_ms: number;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** The response's beginning, or advice after a failure, perhaps with the response's beginning. */
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
  /** Empty means all events. */
  readonly events: readonly WebhookEvent[];
  readonly created_at: string;
  /** Null while the endpoint is on. */
  readonly off_at: string | null;
  readonly off_reason: string | null;
}

export interface DestinationQueue {
  readonly destination: string;
  readonly waiting: number;
  /** Waiting deliveries that failed at least once. */
  readonly failing: number;
  /** When the oldest failing delivery was created; null if none fails, as in the next two. */
  readonly failing_since: string | null;
  /** When the newest one was created. */
  readonly failing_until: string | null;
  /** The last outcome of the oldest one. */
  readonly failure: string | null;
  readonly dead: number;
  readonly dead_until: string | null;
  readonly delivered_at: string | null;
  /** The newest delivered event was answered with a web page, so that the event may have been lost. */
  readonly answers_with_page: boolean;
  readonly off_reason: string | null;
}

export interface EndpointsResponse {
  readonly items: readonly Endpoint[];
  readonly queues: readonly DestinationQueue[];
}

/** The secret is shown only in the answer that creates or replaces it. */
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
