import { MINUTE_MS } from '@funil/contract/durations';
import { WEBHOOK_EVENTS } from '@funil/contract/webhook-events';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, DialectName, Tables } from '../store/database.ts';
import { newestNumbers, type RowNumbers } from '../store/row-numbers.ts';
import { inFunil } from '../store/sales-tables.ts';
import type { Clock } from './clock.ts';
import type { Destination } from './destination.ts';
import { writeBesideCaptures } from './writing.ts';

export interface Registered {
  readonly name: string;
  /** It hears of rows with greater numbers. */
  readonly after: RowNumbers;
  /** Types that it wants, as a process said that is configured for it. */
  readonly wants: readonly string[];
}

/**
 * Destinations that are on.
 * @param isHeld until the transaction ends nobody switches one of them off: SQLite has one writer anyway
 */
export async function readDestinations(
  database: Kysely<Tables>,
  dialect: DialectName,
  isHeld = false,
): Promise<Registered[]> {
  const rows = await inFunil(database, dialect)
    .selectFrom('destinations')
    .select(['name', 'wants', 'leads_after', 'applications_after', 'drafts_after'])
    .select(['sales_after', 'erasures_after'])
    .where('off_at', 'is', null)
    .$if(isHeld && dialect === 'postgres', (query) => query.forShare())
    .execute();
  return rows.map(({ name, wants, ...after }) => ({
    name,
    after,
    wants: wants?.split(',') ?? [],
  }));
}

/** Values of a new destination's row that has it hear of what is stored from now on. */
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

/**
 * Switches a destination off, and cancels what waits for it.
 * @returns how many deliveries were canceled
 */
export async function switchOff(
  database: Kysely<Tables>,
  dialect: DialectName,
  off: { readonly name: string; readonly reason: string; readonly now: string },
): Promise<number> {
  const { name, reason, now } = off;
  await inFunil(database, dialect)
    .updateTable('destinations')
    .set({ off_at: now, off_reason: reason })
    .where('name', '=', name)
    .execute();
  return cancelWaiting(database, dialect, off);
}

/**
 * Cancels what waits for a destination.
 * @returns how many deliveries
 */
export async function cancelWaiting(
  database: Kysely<Tables>,
  dialect: DialectName,
  { name, reason, now }: { readonly name: string; readonly reason: string; readonly now: string },
): Promise<number> {
  const { numUpdatedRows } = await inFunil(database, dialect)
    .updateTable('deliveries')
    .set({ state: 'canceled', outcome: reason, ended_at: now, leased_until: null })
    .where('destination', '=', name)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** What a destination's name begins with that the operator adds by command. */
const WEBHOOK_PREFIX = 'webhook:';

/** Between two times that a process says what its settings name, in ms. */
const ANNOUNCE_INTERVAL_MS = 10 * MINUTE_MS;
/**
 * What nobody has said for so long, in ms, no settings name any more. Longer than processes are being
 * replaced for, one by one.
 */
const ABSENCE_TIMEOUT_MS = 60 * MINUTE_MS;

type Made = readonly Pick<Destination, 'name' | 'wants'>[];

/** What another process said last, and since when this one knows nothing newer. */
interface Heard {
  readonly said: string | null;
  readonly at: number;
}

/**
 * Returns a function that has a row for each destination that settings name here, and removes those that no
 * process has named for an hour: what waited for these is canceled. Endpoints are left to the command that
 * adds and removes them. All times are measured here, from one look to another: clocks may be set.
 * @param begun a new destination hears of rows after these; null: of rows from now on
 */
export function createConfiguredKeeper({ now, uptime }: Clock, begun: RowNumbers | null) {
  const saidAt = new Map<string, number>();
  const heard = new Map<string, Heard>();

  return async (database: Database, made: Made): Promise<void> => {
    const rows = await inFunil(database, database.dialect)
      .selectFrom('destinations')
      .select(['name', 'configured_at'])
      .where('name', 'not like', `${WEBHOOK_PREFIX}%`)
      .execute();
    const others = new Map(rows.map((row) => [row.name, row.configured_at]));
    for (const one of made.filter(({ name }) => !name.startsWith(WEBHOOK_PREFIX))) {
      const isSaid =
        uptime() - (saidAt.get(one.name) ?? Number.NEGATIVE_INFINITY) < ANNOUNCE_INTERVAL_MS;
      if (!isSaid || !others.has(one.name)) {
        await say(database, one, { begun, now: now() });
        saidAt.set(one.name, uptime());
      }
      others.delete(one.name);
    }
    for (const name of heard.keys()) if (!others.has(name)) heard.delete(name);
    for (const [name, said] of others) {
      const known = heard.get(name);
      if (known?.said !== said) heard.set(name, { said, at: uptime() });
      else if (uptime() - known.at > ABSENCE_TIMEOUT_MS)
        await remove(database, name, { said, now: now() });
    }
  };
}

/** Each by itself: whoever announces holds them all, in an order of its own. */
function say(
  database: Database,
  { name, wants }: Made[number],
  { begun, now }: { readonly begun: RowNumbers | null; readonly now: number },
) {
  const said = {
    configured_at: new Date(now).toISOString(),
    wants: WEBHOOK_EVENTS.filter(wants).join(','),
  };
  return writeBesideCaptures(database, (step) =>
    inFunil(step, database.dialect)
      .insertInto('destinations')
      .values({ name, ...(begun ?? fromNowOn(database.dialect)), ...said })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(said))
      .execute(),
  );
}

function remove(
  database: Database,
  name: string,
  { said, now }: { readonly said: string | null; readonly now: number },
) {
  const { dialect } = database;
  return writeBesideCaptures(database, async (step: Kysely<Tables>) => {
    const removed = await inFunil(step, dialect)
      .deleteFrom('destinations')
      .where('name', '=', name)
      .where('configured_at', said === null ? 'is' : '=', said)
      .returning('name')
      .executeTakeFirst();
    const reason = 'removed';
    if (removed)
      await cancelWaiting(step, dialect, { name, reason, now: new Date(now).toISOString() });
  });
}
