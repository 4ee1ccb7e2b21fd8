import type { DeliveryState, DeliveryTry } from '@funil/contract/console/deliveries';
import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Database } from '../../store/database.ts';
import { inFunil } from '../../store/funil-tables.ts';

/** One try, and the delivery it was of. */
export interface Try extends DeliveryTry {
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
