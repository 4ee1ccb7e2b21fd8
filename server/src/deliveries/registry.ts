import { WEBHOOK_EVENTS } from '@funil/contract/deliveries/webhook-events';
import { MINUTE_MS } from '@funil/contract/durations';
import { sql } from 'kysely';
import type { Clock } from '../store/clock/clock-follower.ts';
import type { Database, Queryable } from '../store/database.ts';
import { newestChangeNumber, rowLock } from '../store/queries/sql.ts';
import { RETENTION } from '../store/retention.ts';
import { type Destination, destinationKind } from './destination.ts';
import type { NewEvent } from './outbox/compose-events.ts';

export interface Subscriber {
  readonly name: string;
  /** The subscriber receives changes after this number. */
  readonly changesAfter: number;
  subscribesTo(type: NewEvent['type']): boolean;
  /** Whether the destination also receives events that became known late. */
  readonly receivesLate: boolean;
}

/** Returns the enabled destinations of all processes. None can be disabled until the transaction ends. */
export async function readSubscribers(transaction: Queryable): Promise<Subscriber[]> {
  const rows = await transaction
    .selectFrom('destinations')
    .leftJoin('endpoints', (join) => join.on('destinations.name', '=', ENDPOINT_DESTINATION))
    .select(['name', 'event_types', 'events', 'changes_after'])
    .where('off_at', 'is', null)
    .modifyEnd(rowLock(transaction, 'share of destinations'))
    .execute();
  return rows.map(({ name, event_types, events, changes_after }) => {
    const types = events ?? event_types;
    // An endpoint's `events` '' means all types; a device's `event_types` '' means none.
    const receivesAll = types === null || events === '';
    return {
      name,
      changesAfter: changes_after,
      subscribesTo: (type) => receivesAll || types.split(',').includes(type),
      receivesLate: !['mail', 'push'].includes(destinationKind(name)),
    };
  });
}

export const ENDPOINT_DESTINATION = sql<string>`'webhook:' || cast(endpoints.id as text)`;

interface Cancellation {
  readonly name: string;
  readonly reason: string;
  readonly at: string;
}

export async function disableDestination(
  database: Queryable,
  cancellation: Cancellation,
): Promise<number> {
  const { name, reason, at } = cancellation;
  await database
    .updateTable('destinations')
    .set({ off_at: at, off_reason: reason })
    .where('name', '=', name)
    .execute();
  return cancelWaiting(database, cancellation);
}

async function cancelWaiting(database: Queryable, { name, reason, at }: Cancellation) {
  const { numUpdatedRows } = await database
    .updateTable('deliveries')
    .set({ state: 'canceled', outcome: reason, ended_at: at, leased_until: null })
    .where('destination', '=', name)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

const REPORT_INTERVAL_MS = 10 * MINUTE_MS;

/**
 * Returns a function that stores this process's configured destinations, and removes those that no process has reported
 * for an hour. Only operators remove endpoints. Ages follow `uptime`, because the machine's clock may be set.
 * @param changesAfter a new destination receives later changes only; null: changes from now on
 */
export function createDestinationRegistrar({ now, uptime }: Clock, changesAfter: number | null) {
  /** The uptime in ms at which this process last stored each destination. */
  const reportedUptimeMs = new Map<string, number>();
  /** The last `configured_at` of other processes' rows, and the uptime at which it was first seen. */
  const reportsByName = new Map<
    string,
    { readonly configuredAt: string | null; readonly firstSeenUptimeMs: number }
  >();

  async function storeDestination(database: Database, name: string, types: string) {
    const row = { configured_at: new Date(now()).toISOString(), event_types: types };
    await database
      .insertInto('destinations')
      .values({ name, changes_after: changesAfter ?? newestChangeNumber(database), ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
    reportedUptimeMs.set(name, uptime());
  }

  async function removeIfUnreported(database: Database, name: string, configuredAt: string | null) {
    const report = reportsByName.get(name);
    if (report?.configuredAt !== configuredAt) {
      reportsByName.set(name, { configuredAt, firstSeenUptimeMs: uptime() });
    } else if (uptime() - report.firstSeenUptimeMs > RETENTION.unconfiguredDestination.ms) {
      const at = new Date(now()).toISOString();
      await removeDestination(database, { name, reason: 'removed', at }, configuredAt);
    }
  }

  return async (database: Database, destinations: readonly Destination[]): Promise<void> => {
    const rows = await database
      .selectFrom('destinations')
      .select(['name', 'configured_at', 'event_types'])
      .where('name', 'not like', 'webhook:%')
      .execute();
    const rowsByName = new Map(rows.map((row) => [row.name, row]));
    for (const { name, subscribesTo } of destinations) {
      if (!subscribesTo) continue;
      const types = WEBHOOK_EVENTS.filter(subscribesTo).join(',');
      const ageMs = uptime() - (reportedUptimeMs.get(name) ?? Number.NEGATIVE_INFINITY);
      // A process with other settings may have stored other types.
      const isOutdated = rowsByName.get(name)?.event_types !== types;
      // A transaction for all rows could deadlock with the consumer of changes.
      if (ageMs >= REPORT_INTERVAL_MS || isOutdated) await storeDestination(database, name, types);
      rowsByName.delete(name);
    }
    for (const name of reportsByName.keys()) {
      if (!rowsByName.has(name)) reportsByName.delete(name);
    }
    for (const [name, { configured_at }] of rowsByName) {
      await removeIfUnreported(database, name, configured_at);
    }
  };
}

const removeDestination = (
  database: Database,
  cancellation: Cancellation,
  configuredAt: string | null,
) =>
  database.transaction().execute(async (transaction) => {
    const removedRow = await transaction
      .deleteFrom('destinations')
      .where('name', '=', cancellation.name)
      .where('configured_at', configuredAt === null ? 'is' : '=', configuredAt)
      .returning('name')
      .executeTakeFirst();
    if (removedRow) await cancelWaiting(transaction, cancellation);
  });
