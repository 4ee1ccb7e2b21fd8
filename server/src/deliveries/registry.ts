import type { Kysely } from 'kysely';
import type { DialectName, Tables } from '../store/database.ts';
import { inFunil } from '../store/sales-tables.ts';

export interface Registered {
  readonly name: string;
  /** ISO time in UTC. */
  readonly since: string;
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
    .select(['name', 'since', 'wants'])
    .where('off_at', 'is', null)
    .$if(isHeld && dialect === 'postgres', (query) => query.forShare())
    .execute();
  return rows.map(({ name, since, wants }) => ({ name, since, wants: wants?.split(',') ?? [] }));
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
