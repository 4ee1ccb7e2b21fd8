import { HOUR_MS, MINUTE_MS } from '@funil/contract/durations';
import { sql } from 'kysely';
import type { ReportError } from '../store/capture-store.ts';
import { notifyCommit } from '../store/commit-watch.ts';
import type { Database } from '../store/database.ts';
import { REFUSED_NOTICES_MS } from '../store/retention.ts';
import { addCount, type RefusalCount } from './count-refusals.ts';

/** The pause after a write, for counts that arrived meanwhile or could not be written. */
const STORE_INTERVAL_MS = 1_000;

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
  await notifyCommit(database);
}

/** Removes counts that are older than their retention period. */
export async function removeOldRefusals(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom('refused_notices')
    .where('minute', '<', toTimestamp(now - REFUSED_NOTICES_MS))
    .execute();
}

interface RefusalStoreParts {
  /** Opens a separate database connection. */
  readonly open: () => Promise<Database>;
  readonly reportError: ReportError;
  /** The time in ms since 1970. */
  readonly now: () => number;
}

/** Stores counts of refused notices, and removes old ones every hour, until it is stopped. */
export function startRefusalStore({ open, reportError, now }: RefusalStoreParts) {
  const waiting = new Map<string, RefusalCount>();
  let running: Promise<void> | null = null;
  let next: NodeJS.Timeout | undefined;
  let isFailing = false;

  async function write(change: (database: Database) => Promise<void>): Promise<boolean> {
    try {
      await using database = await open();
      await database.yieldToCaptures();
      await change(database);
      isFailing = false;
      return true;
    } catch (error) {
      if (!isFailing) reportError('refused notices are not counted', error);
      isFailing = true;
      return false;
    }
  }

  async function storeWaiting() {
    const counts = [...waiting.values()];
    waiting.clear();
    if (await write((database) => storeRefusals(database, counts))) return;
    for (const count of counts) addCount(waiting, count);
  }

  function store() {
    clearTimeout(next);
    if (waiting.size === 0) return;
    running ??= storeWaiting().finally(() => {
      running = null;
      next = setTimeout(store, STORE_INTERVAL_MS).unref();
    });
  }

  const purge = () => void write((database) => removeOldRefusals(database, now()));
  purge();
  const purging = setInterval(purge, HOUR_MS).unref();
  return {
    add(counts: readonly RefusalCount[]) {
      for (const count of counts) addCount(waiting, count);
      store();
    },
    /** Waits for a write in progress. Counts that could not be written are lost. */
    async stop() {
      clearInterval(purging);
      clearTimeout(next);
      await running;
    },
  };
}
