import { MINUTE_MS } from '@funil/contract/durations';
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { REFUSED_NOTICES_MS } from '../store/retention.ts';
import { addCount, type RefusalCount } from './count-refusals.ts';

const toTimestamp = (ms: number): string => new Date(ms).toISOString();

/** Adds counts of refused notices to the database. */
export async function storeRefusals(
  database: Database,
  counts: readonly RefusalCount[],
): Promise<void> {
  const rows = counts.map(({ platform, reason, count, lastAt }) => ({
    minute: toTimestamp(lastAt - (lastAt % MINUTE_MS)),
    platform,
    reason,
    count,
    last_at: toTimestamp(lastAt),
  }));
  await database
    .insertInto('refused_notices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['minute', 'platform', 'reason']).doUpdateSet(({ ref }) => ({
        count: sql`${ref('refused_notices.count')} + ${ref('excluded.count')}`,
        last_at: ref('excluded.last_at'),
      })),
    )
    .execute();
}

/** Removes counts that are older than their retention period. */
export async function removeOldRefusals(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom('refused_notices')
    .where('minute', '<', toTimestamp(now - REFUSED_NOTICES_MS))
    .execute();
}

/** Returns functions that collect counts of refused notices in memory, and store them. */
export function createRefusalStore() {
  const waiting = new Map<string, RefusalCount>();
  function add(counts: readonly RefusalCount[]) {
    for (const count of counts) addCount(waiting, count);
  }
  return {
    add,
    /** Stores the collected counts; keeps them if this fails. */
    async store(database: Database) {
      const counts = [...waiting.values()];
      if (counts.length === 0) return;
      waiting.clear();
      try {
        await storeRefusals(database, counts);
      } catch (error) {
        add(counts);
        throw error;
      }
    },
  };
}
