import { MINUTE_MS } from '@funil/contract/durations';
import { WEBHOOK_EVENTS } from '@funil/contract/webhook-events';
import type { Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import type { RowNumbers } from '../store/delivery-tables.ts';
import { inFunil } from '../store/funil-tables.ts';
import { UNNAMED_DESTINATION_MS } from '../store/retention.ts';
import type { Clock } from './clock.ts';
import type { Destination } from './destination.ts';
import { cancelWaiting, fromNowOn } from './registry.ts';
import { writeBesideCaptures } from './writing.ts';

/** What a destination's name begins with that the operator adds by command. */
const WEBHOOK = 'webhook:';

/** Between two times that a process says what its settings name, in ms. */
const AGAIN = 10 * MINUTE_MS;

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
      .where('name', 'not like', `${WEBHOOK}%`)
      .execute();
    const others = new Map(rows.map((row) => [row.name, row.configured_at]));
    for (const one of made.filter(({ name }) => !name.startsWith(WEBHOOK))) {
      const isSaid = uptime() - (saidAt.get(one.name) ?? Number.NEGATIVE_INFINITY) < AGAIN;
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
      else if (uptime() - known.at > UNNAMED_DESTINATION_MS)
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
