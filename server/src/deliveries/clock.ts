import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ABANDONED_AFTER_MS } from '../contacts/abandoned.ts';
import type { Database } from '../store/database.ts';

/** The two clocks of a process, in ms. */
export interface Clock {
  /** The time since 1970 by the machine's clock, which may be set by hours. */
  readonly now: () => number;
  /** Monotonic, from an arbitrary start. */
  readonly uptime: () => number;
}

const MIN_STEP_BACK_MS = 1_000;

/**
 * Returns a function that corrects stored times if the machine's clock was set back since its last call.
 * @param leaseMs the length of a lease
 */
export function createTimeCorrector({ now, uptime }: Clock, leaseMs: number) {
  // The first call corrects, because the clock may have been set back while no process ran.
  let offsetMs = Number.POSITIVE_INFINITY;
  return async ({ database }: { readonly database: Database }): Promise<void> => {
    const nowMs = now();
    const newOffsetMs = nowMs - uptime();
    if (newOffsetMs < offsetMs - MIN_STEP_BACK_MS) await correctTimes(database, { nowMs, leaseMs });
    offsetMs = newOffsetMs;
  };
}

/** A small number, because captures wait meanwhile. */
const DELIVERIES_PER_STATEMENT = 500;

/**
 * Corrects times that were stored before the clock was set back: leases end within one lease from now, deliveries
 * whose last attempt lies in the future are due now, drafts are abandoned in an hour at most, and endpoints that are
 * marked as removed are deleted in a minute at most.
 */
async function correctTimes(
  database: Database,
  { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
): Promise<void> {
  const now = new Date(nowMs).toISOString();
  const leaseEnd = new Date(nowMs + leaseMs).toISOString();
  await lowerTimes(database, { leased_until: leaseEnd }, sql`leased_until > ${leaseEnd}`);
  // Only a retry may be due in the future: a delivery without an attempt is due at once.
  await lowerTimes(
    database,
    { due_at: now },
    sql`due_at > ${now} and (attempts = 0 or ${now} < (
      select tried_at from ${sql.table('delivery_attempts')}
      where delivery = ${sql.table('deliveries')}.id order by number desc limit 1
    ))`,
  );
  const anHourAhead = new Date(nowMs + ABANDONED_AFTER_MS).toISOString();
  await database
    .updateTable('changes')
    .set({ due_at: anHourAhead })
    .where('due_at', '>', anHourAhead)
    .execute();
  await database
    .updateTable('endpoints')
    .set({ removed_at: now })
    .where('removed_at', '>', now)
    .execute();
}

/** Sets a time of all waiting deliveries that meet a condition, in steps; the new time must not meet the condition. */
async function lowerTimes(
  database: Database,
  values: { readonly leased_until: string } | { readonly due_at: string },
  condition: RawBuilder<unknown>,
) {
  for (;;) {
    const { numUpdatedRows } = await database
      .updateTable('deliveries')
      .set(values)
      .where('id', 'in', (query) =>
        query
          .selectFrom('deliveries')
          .select('id')
          // A literal state, so that the partial indexes match.
          .where(sql<SqlBool>`state = 'waiting' and ${condition}`)
          .limit(DELIVERIES_PER_STATEMENT),
      )
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (Number(numUpdatedRows) < DELIVERIES_PER_STATEMENT) return;
  }
}
