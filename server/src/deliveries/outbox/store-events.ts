import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../store/database.ts';
import { deleteSome } from '../../store/delete-in-steps.ts';
import { formatUuid } from '../../store/queries/uuid.ts';
import { RETENTION } from '../../store/retention.ts';
import type { Subscriber } from '../registry.ts';
import type { NewEvent } from './compose-events.ts';

/** Stores events that have subscribers, and their deliveries. Returns the destinations with new deliveries. */
export async function storeEvents(
  transaction: Queryable,
  events: readonly NewEvent[],
  { subscribers, at }: { readonly subscribers: readonly Subscriber[]; readonly at: string },
): Promise<ReadonlySet<string>> {
  const subscribedByKey = new Map(
    events.flatMap((event) => {
      const names = subscribers.flatMap(({ name, changesAfter, subscribesTo, receivesLate }) =>
        event.number > changesAfter && subscribesTo(event.type) && (receivesLate || !event.isLate)
          ? [name]
          : [],
      );
      return names.length === 0 ? [] : [[`${event.type} ${event.subject}`, { event, names }]];
    }),
  );
  if (subscribedByKey.size === 0) return new Set();
  const addedEvents = await transaction
    .insertInto('outbox_events')
    .values(
      [...subscribedByKey.values()].map(({ event }) => ({
        type: event.type,
        subject: event.subject,
        happened_at: event.happenedAt,
        data: JSON.stringify(event.data),
        phone_key: event.phoneKey,
        email_key: event.emailKey,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['number', 'type', 'subject'])
    .execute();
  const deliveries = addedEvents
    .toSorted((a, b) => a.number - b.number)
    .flatMap(({ number, type, subject }) =>
      (subscribedByKey.get(`${type} ${subject}`)?.names ?? []).map((name) => ({
        id: deliveryId(name, type, subject),
        event_number: number,
        destination: name,
        subject,
        due_at: at,
      })),
    );
  if (deliveries.length > 0) {
    await transaction
      .insertInto('deliveries')
      .values(deliveries)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return new Set(deliveries.map(({ destination }) => destination));
}

/** Returns a UUID of version 8, which only event and destination decide, also after a crash or a restoration. */
function deliveryId(destination: string, type: string, subject: string) {
  const digest = createHash('sha256')
    .update(JSON.stringify([destination, type, subject]))
    .digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  return formatUuid(digest.toString('hex', 0, 16));
}

const REMOVED_EVENTS_PER_BATCH = 100;

/** Deletes a batch of old events. An event with a waiting delivery stays. */
export async function removeOldEvents(database: Database, now: number): Promise<'more' | 'done'> {
  const before = new Date(now - RETENTION.endedDelivery.ms).toISOString();
  const removedCount = await deleteSome(database, {
    table: 'outbox_events',
    where: sql`created_at < ${before} and not exists (
        select 1 from ${sql.table('deliveries')} as waiting
        where waiting.event_number = outbox_events.number and waiting.state = 'waiting'
      )
      order by created_at`,
    rowsPerStatement: REMOVED_EVENTS_PER_BATCH,
  });
  return removedCount === REMOVED_EVENTS_PER_BATCH ? 'more' : 'done';
}
