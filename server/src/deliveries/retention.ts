import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { ENDED_DELIVERY_MS } from '../store/retention.ts';

const EVENTS_PER_BATCH = 100;

/**
 * Deletes one batch of old events with their deliveries and attempts; events with a waiting delivery stay.
 * @param now in ms
 * @returns whether more may be left
 */
export async function removeOldEvents(database: Database, now: number): Promise<boolean> {
  const events = sql.table('outbox_events');
  const deliveries = sql.table('deliveries');
  await database.yieldToCaptures();
  const { numAffectedRows } = await sql`
    delete from ${events} where number in (
      select number from ${events} as old
      where created_at < ${new Date(now - ENDED_DELIVERY_MS).toISOString()} and not exists (
        select 1 from ${deliveries} as waiting
        where waiting.event_number = old.number and waiting.state = 'waiting'
      )
      order by created_at limit ${EVENTS_PER_BATCH}
    )`.execute(database);
  return Number(numAffectedRows) === EVENTS_PER_BATCH;
}
