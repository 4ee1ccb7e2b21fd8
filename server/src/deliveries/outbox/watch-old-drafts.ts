import { ABANDONED_AFTER_MS } from '../../leads/abandoned.ts';
import type { Database } from '../../store/database.ts';
import type { Clock } from '../clock.ts';
import { numberOf } from './scan.ts';

/** Drafts looked at in one go. */
const MAX_DRAFTS = 5_000;

/**
 * Returns a function that tells up to which number all drafts are an hour old. They are stored in the order
 * of their numbers, so that all before an old one are old, too. The hour of drafts that are dated in the
 * future, because the clock was set back, is counted from when that was first seen.
 */
export function watchOldDrafts(database: Database, { now, uptime }: Clock) {
  const number = numberOf(database.dialect, 'application_drafts');
  let future: { readonly upTo: number; readonly seenAt: number } | null = null;

  const readNext = async (after: number, most: number) => {
    const rows = await database
      .selectFrom('application_drafts')
      .select(['created_at', number.as('number')])
      .where(number, '>', after)
      .orderBy(number)
      .limit(most)
      .execute();
    return rows.map((row) => ({ number: row.number, storedAt: Date.parse(row.created_at) }));
  };

  /**
   * @param after the last draft that was judged
   * @param newest the newest draft
   * @returns `after`: no further draft is old
   */
  return async (after: number, newest: number): Promise<number> => {
    const [next] = await readNext(after, 1);
    if (next === undefined) return after;
    const time = now();
    const old = time - ABANDONED_AFTER_MS;
    if (next.storedAt > old && next.storedAt <= time) return after;
    if (next.storedAt > time) {
      if (future === null || future.upTo < next.number) future = { upTo: newest, seenAt: uptime() };
      if (uptime() - future.seenAt >= ABANDONED_AFTER_MS) return future.upTo;
    }
    const drafts = await readNext(after, MAX_DRAFTS);
    return drafts.findLast(({ storedAt }) => storedAt <= old)?.number ?? after;
  };
}
