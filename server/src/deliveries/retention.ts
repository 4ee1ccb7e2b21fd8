import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { funilTable } from '../store/funil-tables.ts';
import { ENDED_DELIVERY_MS } from '../store/retention.ts';

/** Announcements of one transaction. */
const CHUNK = 100;

/**
 * Throws away a few announcements that are old, with their deliveries and tries; those on their way stay.
 * @param now in ms
 * @returns whether there may be more
 */
export async function throwAway(database: Database, now: number): Promise<boolean> {
  const announcements = funilTable(database.dialect, 'announcements');
  const deliveries = funilTable(database.dialect, 'deliveries');
  await database.giveWay();
  const { numAffectedRows } = await sql`
    delete from ${announcements} where number in (
      select number from ${announcements} as old
      where created_at < ${new Date(now - ENDED_DELIVERY_MS).toISOString()} and not exists (
        select 1 from ${deliveries} as waiting
        where waiting.announcement = old.number and waiting.state = 'waiting'
      )
      order by created_at limit ${CHUNK}
    )`.execute(database);
  return Number(numAffectedRows) === CHUNK;
}
