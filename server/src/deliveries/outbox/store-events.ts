import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../store/database.ts';
import type { RowNumbers } from '../../store/delivery-tables.ts';
import type { Subscriber } from '../registry.ts';
import type { NewEvent } from './compose-events.ts';

export interface Subscription {
  readonly subscribers: readonly Subscriber[];
  /** The number after which a subscriber receives the rows of these events. */
  readonly column: keyof RowNumbers;
  /** ISO time in UTC. */
  readonly now: string;
}

/**
 * Stores events that have a subscriber, with one delivery per subscriber; events that are stored already are
 * skipped.
 * @returns destinations with new deliveries
 */
export async function storeEvents(
  step: Kysely<Tables>,
  events: readonly NewEvent[],
  { subscribers, column, now }: Subscription,
): Promise<ReadonlySet<string>> {
  const wanted = new Map(
    events.flatMap((event) => {
      const names = subscribers.flatMap(({ name, after, subscribesTo, receivesLate }) =>
        event.number > after[column] && subscribesTo(event.type) && (receivesLate || !event.isLate)
          ? [name]
          : [],
      );
      return names.length === 0 ? [] : [[`${event.type} ${event.subject}`, { event, names }]];
    }),
  );
  if (wanted.size === 0) return new Set();
  const added = await step
    .insertInto('outbox_events')
    .values(
      [...wanted.values()].map(({ event }) => ({
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
  const deliveries = added
    .toSorted((a, b) => a.number - b.number)
    .flatMap(({ number, type, subject }) =>
      (wanted.get(`${type} ${subject}`)?.names ?? []).map((name) => ({
        id: deliveryId(name, type, subject),
        event_number: number,
        destination: name,
        subject,
        due_at: now,
      })),
    );
  if (deliveries.length > 0) {
    await step
      .insertInto('deliveries')
      .values(deliveries)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return new Set(deliveries.map(({ destination }) => destination));
}

/**
 * Returns a delivery's id: a UUID of version 8, derived from its contents. An event found again after a crash,
 * or in a restored database, is delivered under the same id.
 */
function deliveryId(...contents: readonly [destination: string, type: string, subject: string]) {
  const digest = createHash('sha256').update(JSON.stringify(contents)).digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
