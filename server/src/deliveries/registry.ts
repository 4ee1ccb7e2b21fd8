import { MINUTE_MS } from '@funil/contract/durations';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@funil/contract/webhook-events';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Database, dialectOf, type Tables } from '../store/database.ts';
import { ROW_NUMBER_COLUMNS, type RowNumbers } from '../store/delivery-tables.ts';
import { UNCONFIGURED_DESTINATION_MS } from '../store/retention.ts';
import { newestNumbers } from '../store/row-numbers.ts';
import { rowLock } from '../store/sql.ts';
import type { Clock } from './clock.ts';
import type { Destination } from './destination.ts';
import { writeBesideCaptures } from './writing.ts';

/** An enabled destination, and the events that it receives. */
export interface Subscriber {
  readonly name: string;
  /** It receives rows with greater numbers. */
  readonly after: RowNumbers;
  subscribesTo(type: WebhookEvent): boolean;
  /** Whether it also receives old events that a platform sends again. */
  readonly wantsLate: boolean;
}

/**
 * Returns the enabled destinations, those of other processes too: an endpoint's row lists its events, and a process
 * stores the events of the destinations that its settings name.
 * @param isHeld locks them until the transaction ends, so that none is disabled; SQLite has one writer anyway
 */
export async function readSubscribers(
  database: Kysely<Tables>,
  isHeld = false,
): Promise<Subscriber[]> {
  const rows = await database
    .selectFrom('destinations')
    .leftJoin('endpoints', (join) => join.on('destinations.name', '=', ENDPOINT_DESTINATION))
    .select(['name', 'event_types', 'events', ...ROW_NUMBER_COLUMNS])
    .where('off_at', 'is', null)
    .$if(isHeld, (query) => query.modifyEnd(rowLock(database, 'share of destinations')))
    .execute();
  return rows.map(({ name, event_types, events, ...after }) => {
    const types = events ?? event_types ?? '';
    return {
      name,
      after,
      // An empty list: all.
      subscribesTo: (type) => types === '' || types.split(',').includes(type),
      wantsLate: !name.startsWith('mail'),
    };
  });
}

/** The destination name of the row of `endpoints` in a query. */
export const ENDPOINT_DESTINATION = sql<string>`'webhook:' || cast(endpoints.id as text)`;

/** Returns column values that subscribe a new destination to rows from now on. */
export const fromNowOn = (database: Kysely<Tables>) => {
  const numbers = newestNumbers(dialectOf(database));
  const columns = ROW_NUMBER_COLUMNS.map((name) => [name, sql.raw<number>(numbers[name])]);
  return Object.fromEntries(columns) as Record<keyof RowNumbers, RawBuilder<number>>;
};

/** Disables a destination; returns how many waiting deliveries were canceled. */
export async function switchOff(
  database: Kysely<Tables>,
  off: { readonly name: string; readonly reason: string; readonly now: string },
): Promise<number> {
  const { name, reason, now } = off;
  await database
    .updateTable('destinations')
    .set({ off_at: now, off_reason: reason })
    .where('name', '=', name)
    .execute();
  return cancelWaiting(database, off);
}

/** Cancels the waiting deliveries of a destination; returns how many. */
async function cancelWaiting(
  database: Kysely<Tables>,
  { name, reason, now }: { readonly name: string; readonly reason: string; readonly now: string },
): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('deliveries')
    .set({ state: 'canceled', outcome: reason, ended_at: now, leased_until: null })
    .where('destination', '=', name)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** How often a process reports its configured destinations. */
const REPORT_INTERVAL_MS = 10 * MINUTE_MS;

/** The last report of another process, and when this process first saw it. */
interface LastReport {
  readonly configuredAt: string | null;
  readonly at: number;
}

/**
 * Returns a function that keeps a row for each configured destination, and removes those that no process has
 * reported for an hour, with their waiting deliveries. Endpoints are left to their operators. Ages are measured
 * by this process's monotonic clock, since the machine's clock may be set.
 * @param begun a new destination gets rows after these; null: rows from now on
 */
export function createConfiguredKeeper({ now, uptime }: Clock, begun: RowNumbers | null) {
  const reportedAt = new Map<string, number>();
  const reports = new Map<string, LastReport>();

  return async (database: Database, destinations: readonly Destination[]): Promise<void> => {
    const rows = await database
      .selectFrom('destinations')
      .select(['name', 'configured_at', 'event_types'])
      .where('name', 'not like', 'webhook:%')
      .execute();
    const others = new Map(rows.map((row) => [row.name, row]));
    for (const { name, subscribesTo } of destinations) {
      if (!subscribesTo) continue;
      const age = uptime() - (reportedAt.get(name) ?? Number.NEGATIVE_INFINITY);
      // A process of an older release may have reported other events meanwhile.
      if (age >= REPORT_INTERVAL_MS || others.get(name)?.event_types !== listEvents(subscribesTo)) {
        await report(database, { name, subscribesTo }, { begun, now: now() });
        reportedAt.set(name, uptime());
      }
      others.delete(name);
    }
    for (const name of reports.keys()) if (!others.has(name)) reports.delete(name);
    for (const [name, { configured_at: configuredAt }] of others) {
      const known = reports.get(name);
      if (known?.configuredAt !== configuredAt) reports.set(name, { configuredAt, at: uptime() });
      else if (uptime() - known.at > UNCONFIGURED_DESTINATION_MS)
        await remove(database, name, { configuredAt, now: now() });
    }
  };
}

/** Returns a destination's event types as its row stores them: separated by commas. */
const listEvents = (subscribesTo: (type: WebhookEvent) => boolean) =>
  WEBHOOK_EVENTS.filter(subscribesTo).join(',');

/** One transaction per destination: a scan locks all destinations, in another order. */
function report(
  database: Database,
  { name, subscribesTo }: Required<Pick<Destination, 'name' | 'subscribesTo'>>,
  { begun, now }: { readonly begun: RowNumbers | null; readonly now: number },
) {
  const row = {
    configured_at: new Date(now).toISOString(),
    event_types: listEvents(subscribesTo),
  };
  return writeBesideCaptures(database, (step) =>
    step
      .insertInto('destinations')
      .values({ name, ...(begun ?? fromNowOn(database)), ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute(),
  );
}

function remove(
  database: Database,
  name: string,
  { configuredAt, now }: { readonly configuredAt: string | null; readonly now: number },
) {
  return writeBesideCaptures(database, async (step: Kysely<Tables>) => {
    const removed = await step
      .deleteFrom('destinations')
      .where('name', '=', name)
      .where('configured_at', configuredAt === null ? 'is' : '=', configuredAt)
      .returning('name')
      .executeTakeFirst();
    const reason = 'removed';
    if (removed) await cancelWaiting(step, { name, reason, now: new Date(now).toISOString() });
  });
}
