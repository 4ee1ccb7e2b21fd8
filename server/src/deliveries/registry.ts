import type { Kysely } from 'kysely';
import type { Database, DialectName, Tables } from '../store/database.ts';
import { inFunil } from '../store/sales-tables.ts';
import { beginWriting } from './writing.ts';

/** What a destination's name begins with that the operator adds by command. */
const WEBHOOK = 'webhook:';

/** Destinations that are on, and since when (ISO time in UTC). */
export async function readDestinations(
  database: Kysely<Tables>,
  dialect: DialectName,
): Promise<ReadonlyMap<string, string>> {
  const rows = await inFunil(database, dialect)
    .selectFrom('destinations')
    .select(['name', 'since'])
    .where('off_at', 'is', null)
    .execute();
  return new Map(rows.map(({ name, since }) => [name, since]));
}

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

export interface Configured {
  readonly names: readonly string[];
  /** Since when a new one listens, and now: ISO times in UTC. */
  readonly since: string;
  readonly now: string;
}

/**
 * Has a row for each destination that settings name, and none for those that they name no more: what
 * waited for these is canceled. Endpoints are left to the command that adds and removes them.
 */
export async function registerConfigured(
  database: Database,
  { names, since, now }: Configured,
): Promise<void> {
  const { dialect } = database;
  await database.transaction().execute(async (step) => {
    await beginWriting(step, dialect);
    const funil = inFunil(step, dialect);
    const rows = names
      .filter((name) => !name.startsWith(WEBHOOK))
      .map((name) => ({ name, since, off_at: null, off_reason: null }));
    if (rows.length > 0) {
      await funil
        .insertInto('destinations')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const known = await funil.selectFrom('destinations').select('name').execute();
    for (const { name } of known) {
      if (name.startsWith(WEBHOOK) || names.includes(name)) continue;
      await cancelWaiting(step, dialect, { name, reason: 'removed', now });
      await funil.deleteFrom('destinations').where('name', '=', name).execute();
    }
  });
}
