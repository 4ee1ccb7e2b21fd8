import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Database } from '../../store/database.ts';
import type { DeliveryState } from '../../store/delivery-tables.ts';
import { inFunil } from '../../store/sales-tables.ts';

/** One try of a delivery. Moments are ISO texts in UTC. */
export interface Try {
  readonly tried_at: string;
  /** In ms. */
  readonly took: number;
  /** HTTP status; null: there was no answer. */
  readonly status: number | null;
  /** The answer's beginning, or why there was none. */
  readonly answer: string;
  readonly delivery: string;
  readonly type: WebhookEvent;
  /** What has become of the delivery since. */
  readonly state: DeliveryState;
}

/** The last tries of a destination, or of one delivery, the newest first. */
export function readTries(
  database: Database,
  of: { readonly destination: string } | { readonly delivery: string },
  most: number,
): Promise<Try[]> {
  return inFunil(database, database.dialect)
    .selectFrom('delivery_tries')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_tries.delivery')
    .innerJoin('announcements', 'announcements.number', 'deliveries.announcement')
    .select(['tried_at', 'took', 'status', 'answer', 'delivery', 'type', 'state'])
    .$if('destination' in of, (query) =>
      query.where('destination', '=', 'destination' in of ? of.destination : ''),
    )
    .$if('delivery' in of, (query) =>
      query.where('delivery', '=', 'delivery' in of ? of.delivery : ''),
    )
    .orderBy('delivery_tries.number', 'desc')
    .limit(most)
    .execute();
}
