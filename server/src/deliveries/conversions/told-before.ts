import type { WebhookEvent } from '@funil/contract/webhook-events';
import type { Database } from '../../store/database.ts';
import { inFunil } from '../../store/funil-tables.ts';

/** When a delivery was taken by the other side before, in ms since 1970: it is being replayed. Null: never. */
export async function toldBefore(database: Database, delivery: string): Promise<number | null> {
  const tried = await inFunil(database, database.dialect)
    .selectFrom('delivery_tries')
    .select('tried_at')
    .where('delivery', '=', delivery)
    .where('status', '>=', 200)
    .where('status', '<', 300)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return tried ? Date.parse(tried.tried_at) : null;
}

export interface Told {
  readonly destination: string;
  readonly subject: string;
  readonly types: readonly WebhookEvent[];
}

/**
 * Whether a destination took something of a subject, whatever has become of the delivery since: replayed,
 * it may have become too old.
 */
export async function isTold(
  database: Database,
  { destination, subject, types }: Told,
): Promise<boolean> {
  const told = await inFunil(database, database.dialect)
    .selectFrom('delivery_tries')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_tries.delivery')
    .innerJoin('announcements', 'announcements.number', 'deliveries.announcement')
    .select('deliveries.id')
    .where('announcements.subject', '=', subject)
    .where('announcements.type', 'in', types)
    .where('destination', '=', destination)
    .where('status', '>=', 200)
    .where('status', '<', 300)
    .limit(1)
    .executeTakeFirst();
  return told !== undefined;
}
