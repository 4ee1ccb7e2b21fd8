import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { inChunks } from '../store/in-chunks.ts';

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
  const tries = sql.table('delivery_tries');
  const held = await sql<{ id: string }>`
    select id from ${deliveries} where state = 'waiting' and leased_until > ${leaseEnd}`.execute(
    database,
  );
  await updateTimes(database, held.rows, { leased_until: leaseEnd });
  // Without a try a delivery is due from the moment of its announcement or replay.
  const delayed = await sql<{ id: string }>`
    select id from ${deliveries} as delayed where state = 'waiting' and due_at > ${time} and (
      tries = 0 or ${time} < (
        select tried_at from ${tries} where delivery = delayed.id order by number desc limit 1
      )
    )`.execute(database);
  await updateTimes(database, delayed.rows, { due_at: time });
  await database
    .updateTable('endpoints')
    .set({ leaving_since: time })
    .where('leaving_since', '>', time)
    .execute();
}

async function updateTimes(
  database: Database,
  rows: readonly { readonly id: string }[],
  values: { readonly leased_until: string } | { readonly due_at: string },
) {
  const ids = rows.map(({ id }) => id);
  for (const chunk of inChunks(ids, TIMES_PER_BATCH)) {
    await database.giveWay();
    await database
      .updateTable('deliveries')
      .set(values)
      .where('id', 'in', chunk)
      .where('state', '=', 'waiting')
      .execute();
    await pause(YIELD_MS);
  }
}
