import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { ABANDONED_AFTER_MS } from '../contacts/abandoned.ts';
import { type Clock, createClockFollower } from '../store/clock/clock-follower.ts';
import type { Database } from '../store/database.ts';

const MIN_CLOCK_STEP_BACK_MS = 1_000;

/** Returns a function that corrects stored times in its first call, and after the machine's clock was set back. */
export function createTimeCorrector(clock: Clock, leaseMs: number) {
  const followClock = createClockFollower(clock);
  return ({ database }: { readonly database: Database }): Promise<void> =>
    followClock(async (stepMs) => {
      if (stepMs === null || stepMs < -MIN_CLOCK_STEP_BACK_MS)
        await correctTimes(database, { nowMs: clock.now(), leaseMs });
    });
}

const DELIVERIES_PER_STATEMENT = 500;

/** Lowers or deletes times that were stored before the clock was set back, so that nothing waits for hours. */
async function correctTimes(
  database: Database,
  { nowMs, leaseMs }: { readonly nowMs: number; readonly leaseMs: number },
): Promise<void> {
  const at = new Date(nowMs).toISOString();
  const leaseEnd = new Date(nowMs + leaseMs).toISOString();
  await lowerTimes(database, { leased_until: leaseEnd }, sql`leased_until > ${leaseEnd}`);
  // A delivery without attempts is due at once, a retry after its last attempt.
  await lowerTimes(
    database,
    { due_at: at },
    sql`due_at > ${at} and (attempts = 0 or ${at} < (
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
    .set({ removed_at: at })
    .where('removed_at', '>', at)
    .execute();
  // An alert from the future would keep back all later ones of its kind until then.
  await database.deleteFrom('operator_alerts').where('alerted_at', '>', at).execute();
}

/** @param condition must no longer hold once a row has the new times, or the loop would never end */
async function lowerTimes(
  database: Database,
  newTimes: { readonly leased_until: string } | { readonly due_at: string },
  condition: RawBuilder<unknown>,
) {
  for (;;) {
    const { numUpdatedRows } = await database
      .updateTable('deliveries')
      .set(newTimes)
      .where('id', 'in', (query) =>
        query
          .selectFrom('deliveries')
          .select('id')
          // The state is a literal, because the partial indexes do not match a bound parameter.
          .where(sql<SqlBool>`state = 'waiting' and ${condition}`)
          .limit(DELIVERIES_PER_STATEMENT),
      )
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (Number(numUpdatedRows) < DELIVERIES_PER_STATEMENT) return;
  }
}
