import type { DeliveryState } from '@funil/contract/console/deliveries';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Generated } from 'kysely';

export type SaleMilestone = 'pending' | 'paid' | 'refunded' | 'chargeback';

/** A webhook event, or an e-mail to an operator. */
export type OutboxEventType = WebhookEvent | 'operator.alert';

/** Tables of deliveries. Timestamps are ISO text in UTC. */
export interface DeliveryTables {
  destinations: {
    name: string;
    /** It receives changes with greater numbers. */
    changes_after: Generated<number>;
    since: Generated<string>;
    off_at: string | null;
    off_reason: string | null;
    /** When a process last reported that its settings name it; null: an endpoint, or not reported yet. */
    configured_at: string | null;
    /** Event types that it subscribes to by these settings, separated by commas; null: not reported yet. */
    event_types: string | null;
  };
  endpoints: {
    id: string;
    url: string;
    /** Event types separated by commas; empty: all. */
    events: string;
    secret: string;
    previous_secret: string | null;
    previous_until: string | null;
    /** When an operator removed it; null: it was not removed. */
    removed_at: string | null;
    created_at: Generated<string>;
  };
  outbox_events: {
    number: Generated<number>;
    type: OutboxEventType;
    subject: string;
    happened_at: string;
    /** JSON; empty once its person is erased. */
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
    tries: Generated<number>;
    due_at: Generated<string>;
    leased_until: string | null;
    created_at: Generated<string>;
    ended_at: string | null;
  };
  delivery_attempts: {
    number: Generated<number>;
    delivery: string;
    tried_at: string;
    took: number;
    status: number | null;
    answer: string;
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
