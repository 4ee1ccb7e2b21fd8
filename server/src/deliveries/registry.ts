import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DialectName, Tables } from '../store/database.ts';
import type { RowNumbers } from '../store/delivery-tables.ts';
import { inFunil } from '../store/funil-tables.ts';
import { newestNumbers } from '../store/row-numbers.ts';

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
