import type { DeliveryState } from '@funil/contract/console/deliveries';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Generated } from 'kysely';

/** Columns of a destination with the newest row number of each source when it was added. */
export const ROW_NUMBER_COLUMNS = [
  'leads_after',
  'applications_after',
  'drafts_after',
  'sales_after',
  'erasures_after',
] as const;

/** Row number per source. A destination receives rows with greater numbers; a time would not do, as clocks may be set back. */
export type RowNumbers = Readonly<Record<(typeof ROW_NUMBER_COLUMNS)[number], number>>;

type HeardAfter = { [Name in keyof RowNumbers]: Generated<number> };

/** Moments are ISO texts in UTC, as in every table. */
interface Destinations extends HeardAfter {
  name: string;
  since: Generated<string>;
  off_at: string | null;
  off_reason: string | null;
  /** When a process last said that its settings name it; null: an endpoint, or not said yet. */
  configured_at: string | null;
  /** Event types that it subscribes to by these settings, parted by commas; null: not said yet. */
  event_types: string | null;
}

interface Endpoints {
  id: string;
  url: string;
  /** Event types parted by commas; empty: all. */
  events: string;
  secret: string;
  previous_secret: string | null;
  previous_until: string | null;
  /** When it was taken off, to be removed soon; null: it stays. */
  removed_at: string | null;
  created_at: Generated<string>;
}

interface OutboxEvents {
  number: Generated<number>;
  type: WebhookEvent;
  subject: string;
  happened_at: string;
  /** JSON; empty once its person was forgotten. */
  data: string;
  phone_key: string | null;
  email_key: string | null;
  created_at: Generated<string>;
}

interface Deliveries {
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
}

interface DeliveryTries {
  number: Generated<number>;
  delivery: string;
  tried_at: string;
  took: number;
  status: number | null;
  answer: string;
}

export type SaleMilestone = 'pending' | 'paid' | 'refunded' | 'chargeback';

interface SaleMilestones {
  number: Generated<number>;
  platform: string;
  sale_key: string;
  state: SaleMilestone;
  happened_at: string;
  is_late: boolean | number;
  created_at: Generated<string>;
}

interface Erasures {
  number: Generated<number>;
  phone_key_sha256: string | null;
  email_key_sha256: string | null;
  created_at: Generated<string>;
}

interface DeliveryProgress {
  source: 'leads' | 'applications' | 'drafts' | 'abandoned' | 'sales';
  last_number: number;
}

export interface DeliveryTables {
  destinations: Destinations;
  endpoints: Endpoints;
  outbox_events: OutboxEvents;
  deliveries: Deliveries;
  delivery_attempts: DeliveryTries;
  sale_milestones: SaleMilestones;
  erasures: Erasures;
  delivery_progress: DeliveryProgress;
}
