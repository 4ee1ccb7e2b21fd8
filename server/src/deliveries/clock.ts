import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../store/database.ts';

/** The two times of a process, in ms. */
export interface Clock {
  /** Since 1970, by the machine's clock, which may be set by hours. */
  readonly now: () => number;
  /** Monotonic, from an arbitrary start: measures durations. */
  readonly uptime: () => number;
}

/** Steps back by less are of no importance to what waits, in ms. */
const MIN_STEP_BACK_MS = 1_000;

/** Returns a function that says whether the machine's clock was set back since its last call. */
export function watchSetBack({ now, uptime }: Clock): () => boolean {
  let known = now() - uptime();
  return () => {
    const offset = now() - uptime();
    const isSetBack = offset < known - MIN_STEP_BACK_MS;
    known = offset;
    return isSetBack;
  };
}

/** Deliveries per transaction, and the pause after it in ms, in which captures write. */
const TIMES_PER_BATCH = 500;
const YIELD_MS = 20;

export interface Correction {
  /** In ms since 1970. */
  readonly now: number;
  /** How long a process may hold a delivery, in ms. */
  readonly lease: number;
}

/**
 * Corrects times that were computed before the clock was set back: leases end within one lease from now, when
 * no attempt of their process can be under way; attempts that were scheduled from a future time are due now;
 * endpoints that were taken off are removed within their minute.
 */
export async function correctTimes(database: Database, { now, lease }: Correction): Promise<void> {
  const time = new Date(now).toISOString();
  const leaseEnd = new Date(now + lease).toISOString();
  const deliveries = sql.table('deliveries');
  await lowerTimes(database, { leased_until: leaseEnd }, sql`leased_until > ${leaseEnd}`);
  // Without an attempt a delivery is due from its event or replay on.
  await lowerTimes(
    database,
    { due_at: time },
    sql`due_at > ${time} and (tries = 0 or ${time} < (
      select tried_at from ${sql.table('delivery_attempts')}
      where delivery = ${deliveries}.id order by number desc limit 1
    ))`,
  );
  await database
    .updateTable('endpoints')
    .set({ removed_at: time })
    .where('removed_at', '>', time)
    .execute();
}

/** Sets a time of the waiting deliveries that meet a condition, which they meet no longer then. */
async function lowerTimes(
  database: Database,
  values: { readonly leased_until: string } | { readonly due_at: string },
  condition: RawBuilder<unknown>,
) {
  for (;;) {
    await database.yieldToCaptures();
    const { numUpdatedRows } = await database
      .updateTable('deliveries')
      .set(values)
      .where('state', '=', 'waiting')
      .where('id', 'in', (query) =>
        query
          .selectFrom('deliveries')
          .select('id')
          // A literal state, so that the partial indexes match.
          .where(sql<SqlBool>`state = 'waiting' and ${condition}`)
          .limit(TIMES_PER_BATCH),
      )
      .executeTakeFirst();
    if (Number(numUpdatedRows) < TIMES_PER_BATCH) return;
    await pause(YIELD_MS);
  }
}
