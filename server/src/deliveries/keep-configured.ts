import { WEBHOOK_EVENTS } from '@funil/contract/webhook-events';
import { type Kysely, sql } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { inFunil } from '../store/sales-tables.ts';
import type { Destination } from './destination.ts';
import { cancelWaiting } from './registry.ts';
import { writeBesideCaptures } from './writing.ts';

/** What a destination's name begins with that the operator adds by command. */
const WEBHOOK = 'webhook:';

const MINUTE = 60_000;
/** Between two times that a process says what its settings name, in ms. */
const AGAIN = 10 * MINUTE;
/**
 * What nobody has said for so long, in ms, no settings name any more. Longer than processes are being
 * replaced for, one by one.
 */
const SILENCE = 60 * MINUTE;

export interface Configured {
  /** What settings name here. */
  readonly made: readonly Pick<Destination, 'name' | 'wants'>[];
  /** Since when a new one listens: ISO time in UTC. */
  readonly since: string;
  /** Since when this process has been looking, and now: in ms. */
  readonly startedAt: number;
  readonly now: number;
}

/**
 * Has a row for each destination that settings name here, and removes those that no process has named for
 * an hour: what waited for these is canceled. Endpoints are left to the command that adds and removes them.
 */
export async function keepConfigured(database: Database, configured: Configured): Promise<void> {
  const { made, since, startedAt, now } = configured;
  const rows = await inFunil(database, database.dialect)
    .selectFrom('destinations')
    .select(['name', 'since', 'configured_at'])
    .where('name', 'not like', `${WEBHOOK}%`)
    .execute();
  const known = new Map(rows.map((row) => [row.name, row]));
  for (const one of made.filter(({ name }) => !name.startsWith(WEBHOOK))) {
    const saidAt = Date.parse(known.get(one.name)?.configured_at ?? '');
    const isSaid = saidAt >= startedAt && saidAt > now - AGAIN;
    if (!isSaid) await say(database, one, { since, now });
    known.delete(one.name);
  }
  // Who was not there to hear does not know who was silent.
  const quiet = now - SILENCE;
  if (startedAt > quiet) return;
  for (const { name, since: begun, configured_at } of known.values()) {
    if (Date.parse(configured_at ?? begun) < quiet) await remove(database, name, { quiet, now });
  }
}

/** Each by itself: whoever announces holds them all, in an order of its own. */
function say(
  database: Database,
  { name, wants }: Pick<Destination, 'name' | 'wants'>,
  { since, now }: Pick<Configured, 'since' | 'now'>,
) {
  const said = {
    configured_at: new Date(now).toISOString(),
    wants: WEBHOOK_EVENTS.filter(wants).join(','),
  };
  return writeBesideCaptures(database, (step) =>
    inFunil(step, database.dialect)
      .insertInto('destinations')
      .values({ name, since, off_at: null, off_reason: null, ...said })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(said))
      .execute(),
  );
}

function remove(
  database: Database,
  name: string,
  { quiet, now }: { readonly quiet: number; readonly now: number },
) {
  const { dialect } = database;
  return writeBesideCaptures(database, async (step: Kysely<Tables>) => {
    const removed = await inFunil(step, dialect)
      .deleteFrom('destinations')
      .where('name', '=', name)
      .where(sql`coalesce(configured_at, since)`, '<', new Date(quiet).toISOString())
      .returning('name')
      .executeTakeFirst();
    const reason = 'removed';
    if (removed)
      await cancelWaiting(step, dialect, { name, reason, now: new Date(now).toISOString() });
  });
}
