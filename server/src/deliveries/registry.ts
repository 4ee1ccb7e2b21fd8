import { MINUTE_MS } from '@funil/contract/durations';
import { WEBHOOK_EVENTS } from '@funil/contract/webhook-events';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Database, type DialectName, dialectOf, type Tables } from '../store/database.ts';
import type { RowNumbers } from '../store/delivery-tables.ts';
import { UNNAMED_DESTINATION_MS } from '../store/retention.ts';
import { newestNumbers } from '../store/row-numbers.ts';
import type { Clock } from './clock.ts';
import type { Destination } from './destination.ts';
import { writeBesideCaptures } from './writing.ts';

export interface Registered {
  readonly name: string;
  /** It subscribes to rows with greater numbers. */
  readonly after: RowNumbers;
  /** Event types that it subscribes to, as a process that is configured for it last said. */
  readonly wants: readonly string[];
}

/**
 * Returns the enabled destinations.
 * @param isHeld locks them until the transaction ends, so that none is disabled; SQLite has one writer anyway
 */
export async function readDestinations(
  database: Kysely<Tables>,
  isHeld = false,
): Promise<Registered[]> {
  const rows = await database
    .selectFrom('destinations')
    .select(['name', 'wants', 'leads_after', 'applications_after', 'drafts_after'])
    .select(['sales_after', 'erasures_after'])
    .where('off_at', 'is', null)
    .$if(isHeld && dialectOf(database) === 'postgres', (query) => query.forShare())
    .execute();
  return rows.map(({ name, wants, ...after }) => ({
    name,
    after,
    wants: wants?.split(',') ?? [],
  }));
}

/** Returns column values that subscribe a new destination to rows from now on. */
export const fromNowOn = (dialect: DialectName): Record<keyof RowNumbers, RawBuilder<number>> => {
  const numbers = newestNumbers(dialect);
  return {
    leads_after: sql.raw(numbers.leads_after),
    applications_after: sql.raw(numbers.applications_after),
    drafts_after: sql.raw(numbers.drafts_after),
    sales_after: sql.raw(numbers.sales_after),
    erasures_after: sql.raw(numbers.erasures_after),
  };
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
export async function cancelWaiting(
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

/** Prefix of the destinations that an operator adds. */
const WEBHOOK_PREFIX = 'webhook:';

/** How often a process reports its configured destinations. */
const REPORT_INTERVAL_MS = 10 * MINUTE_MS;

type Configured = readonly Pick<Destination, 'name' | 'wants'>[];

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

  return async (database: Database, configured: Configured): Promise<void> => {
    const rows = await database
      .selectFrom('destinations')
      .select(['name', 'configured_at'])
      .where('name', 'not like', `${WEBHOOK_PREFIX}%`)
      .execute();
    const others = new Map(rows.map((row) => [row.name, row.configured_at]));
    for (const one of configured.filter(({ name }) => !name.startsWith(WEBHOOK_PREFIX))) {
      const isReported =
        uptime() - (reportedAt.get(one.name) ?? Number.NEGATIVE_INFINITY) < REPORT_INTERVAL_MS;
      if (!isReported || !others.has(one.name)) {
        await report(database, one, { begun, now: now() });
        reportedAt.set(one.name, uptime());
      }
      others.delete(one.name);
    }
    for (const name of reports.keys()) if (!others.has(name)) reports.delete(name);
    for (const [name, configuredAt] of others) {
      const known = reports.get(name);
      if (known?.configuredAt !== configuredAt) reports.set(name, { configuredAt, at: uptime() });
      else if (uptime() - known.at > UNNAMED_DESTINATION_MS)
        await remove(database, name, { configuredAt, now: now() });
    }
  };
}

/** One transaction per destination: a scan locks all destinations, in another order. */
function report(
  database: Database,
  { name, wants }: Configured[number],
  { begun, now }: { readonly begun: RowNumbers | null; readonly now: number },
) {
  const row = {
    configured_at: new Date(now).toISOString(),
    wants: WEBHOOK_EVENTS.filter(wants).join(','),
  };
  return writeBesideCaptures(database, (step) =>
    step
      .insertInto('destinations')
      .values({ name, ...(begun ?? fromNowOn(database.dialect)), ...row })
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
