import type { DeliveryState } from '@funil/contract/deliveries/deliveries';
import type { WebhookEvent } from '@funil/contract/deliveries/webhook-events';
import type { Generated } from 'kysely';

export type SaleMilestone = 'pending' | 'paid' | 'refunded' | 'chargeback';

export type OutboxEventType = WebhookEvent | 'operator.alert' | PushEvent;

/** Events that are sent only to devices: an application's deadline is near; the morning's summary is ready. */
export type PushEvent = 'application.due' | 'summary.ready';

export interface DeliveryTables {
  destinations: {
    name: string;
    /** The number of the newest outbox event when the destination was added or enabled; only later events are sent. */
    changes_after: Generated<number>;
    since: Generated<string>;
    off_at: string | null;
    off_reason: string | null;
    configured_at: string | null;
    /** Names of event types, joined by commas. An empty text means no events, null means all. */
    event_types: string | null;
  };
  endpoints: {
    id: string;
    url: string;
    /** Names of event types, joined by commas. An empty text means all events. */
    events: string;
    secret: string;
    previous_secret: string | null;
    previous_until: string | null;
    removed_at: string | null;
    created_at: Generated<string>;
  };
  outbox_events: {
    number: Generated<number>;
    type: OutboxEventType;
    subject: string;
    happened_at: string;
    data: string;
    phone_key: string | null;
    email_key: string | null;
    created_at: Generated<string>;
  };
  deliveries: {
    id: string;
    event_number: number;
    destination: string;
    subject: string;
    state: Generated<DeliveryState>;
    outcome: string | null;
    attempts: Generated<number>;
    due_at: Generated<string>;
    leased_until: string | null;
    created_at: Generated<string>;
    ended_at: string | null;
  };
  delivery_attempts: {
    number: Generated<number>;
    delivery: string;
    tried_at: string;
    duration_ms: number;
    status: number | null;
    response: string;
  };
  sale_milestones: {
    number: Generated<number>;
    platform: string;
    sale_key: string;
    state: SaleMilestone;
    happened_at: string;
    is_late: boolean | number;
    created_at: Generated<string>;
  };
}
