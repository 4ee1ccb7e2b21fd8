import { WEBHOOK_EVENTS } from '@funil/contract/deliveries/webhook-events';
import { MINUTE_MS } from '@funil/contract/durations';
import { type Kysely, sql } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { RETENTION } from '../store/retention.ts';
import { changesFromNow, rowLock } from '../store/sql.ts';
import type { Clock } from './clock.ts';
import { type Destination, destinationKind } from './destination.ts';
import type { NewEvent } from './outbox/compose-events.ts';

/** An enabled destination, and the events that it receives. */
export interface Subscriber {
  readonly name: string;
  /** The destination receives changes with higher numbers. */
  readonly changesAfter: number;
  subscribesTo(type: NewEvent['type']): boolean;
  /** Whether it also receives old events that a platform sends again. */
  readonly receivesLate: boolean;
}

/**
 * Returns the enabled destinations of all processes. An operator chose the event types of an endpoint; those of any
 * other destination are stored by the process that has it in its settings.
 * @param locksRows locks the rows until the transaction ends, so that none is disabled; SQLite has one writer anyway
 */
export async function readSubscribers(
  database: Kysely<Tables>,
  locksRows = false,
): Promise<Subscriber[]> {
  const rows = await database
    .selectFrom('destinations')
    .leftJoin('endpoints', (join) => join.on('destinations.name', '=', ENDPOINT_DESTINATION))
    .select(['name', 'event_types', 'events', 'changes_after'])
    .where('off_at', 'is', null)
    .$if(locksRows, (query) => query.modifyEnd(rowLock(database, 'share of destinations')))
    .execute();
  return rows.map(({ name, event_types, events, changes_after }) => {
    const types = events ?? event_types;
    // An endpoint without chosen types receives all types. A device without chosen types receives none.
    const receivesAll = types === null || events === '';
    return {
      name,
      changesAfter: changes_after,
      subscribesTo: (type) => receivesAll || types.split(',').includes(type),
      receivesLate: !['mail', 'push'].includes(destinationKind(name)),
    };
  });
}

/** SQL for the name under which a row of `endpoints` is a destination. */
export const ENDPOINT_DESTINATION = sql<string>`'webhook:' || cast(endpoints.id as text)`;

interface Cancellation {
  readonly name: string;
  readonly reason: string;
  /** ISO time in UTC. */
  readonly now: string;
}

/** Disables a destination and cancels its waiting deliveries; returns how many. */
export async function disableDestination(
  database: Kysely<Tables>,
  cancellation: Cancellation,
): Promise<number> {
  const { name, reason, now } = cancellation;
  await database
    .updateTable('destinations')
    .set({ off_at: now, off_reason: reason })
    .where('name', '=', name)
    .execute();
  return cancelWaiting(database, cancellation);
}

async function cancelWaiting(database: Kysely<Tables>, { name, reason, now }: Cancellation) {
  const { numUpdatedRows } = await database
    .updateTable('deliveries')
    .set({ state: 'canceled', outcome: reason, ended_at: now, leased_until: null })
    .where('destination', '=', name)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The pause between two reports of the configured destinations. */
const REPORT_INTERVAL_MS = 10 * MINUTE_MS;

/**
 * Returns a function that stores a row for each configured destination of this process. The function removes a
 * destination that no process has reported for an hour, and cancels its waiting deliveries. Endpoints are removed by
 * their operators only. Ages are measured by the monotonic clock, since the machine's clock may be set.
 * @param afterChange a new destination receives the changes with higher numbers; null: the changes from now on
 */
export function createDestinationRegistrar({ now, uptime }: Clock, afterChange: number | null) {
  /** By destination, the uptime in ms at which this process last stored its row. */
  const reportedAt = new Map<string, number>();
  /** By other destination, its last `configured_at`, and the uptime in ms at which this process first read that. */
  const otherReports = new Map<
    string,
    { readonly configuredAt: string | null; readonly firstSeenAt: number }
  >();

  return async (database: Database, destinations: readonly Destination[]): Promise<void> => {
    const rows = await database
      .selectFrom('destinations')
      .select(['name', 'configured_at', 'event_types'])
      .where('name', 'not like', 'webhook:%')
      .execute();
    const storedDestinations = new Map(rows.map((row) => [row.name, row]));
    for (const { name, subscribesTo } of destinations) {
      if (!subscribesTo) continue;
      const types = WEBHOOK_EVENTS.filter(subscribesTo).join(',');
      const ageMs = uptime() - (reportedAt.get(name) ?? Number.NEGATIVE_INFINITY);
      // Another process, with other settings, may have stored other types meanwhile.
      if (ageMs >= REPORT_INTERVAL_MS || storedDestinations.get(name)?.event_types !== types) {
        const row = { configured_at: new Date(now()).toISOString(), event_types: types };
        // Not in one transaction, because the consumer of changes locks all destinations in another order.
        await database
          .insertInto('destinations')
          .values({ name, changes_after: afterChange ?? changesFromNow(database), ...row })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
          .execute();
        reportedAt.set(name, uptime());
      }
      storedDestinations.delete(name);
    }
    for (const name of otherReports.keys())
      if (!storedDestinations.has(name)) otherReports.delete(name);
    for (const [name, { configured_at: configuredAt }] of storedDestinations) {
      const report = otherReports.get(name);
      if (report?.configuredAt !== configuredAt)
        otherReports.set(name, { configuredAt, firstSeenAt: uptime() });
      else if (uptime() - report.firstSeenAt > RETENTION.unconfiguredDestination.ms) {
        const time = new Date(now()).toISOString();
        await removeDestination(database, { name, reason: 'removed', now: time }, configuredAt);
      }
    }
  };
}

/** Removes a destination unless it was reported again. */
const removeDestination = (
  database: Database,
  cancellation: Cancellation,
  configuredAt: string | null,
) =>
  database.transaction().execute(async (transaction) => {
    const removed = await transaction
      .deleteFrom('destinations')
      .where('name', '=', cancellation.name)
      .where('configured_at', configuredAt === null ? 'is' : '=', configuredAt)
      .returning('name')
      .executeTakeFirst();
    if (removed) await cancelWaiting(transaction, cancellation);
  });
