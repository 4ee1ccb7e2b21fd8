import { ABANDONED_AFTER_MS, abandonedBefore } from '../../leads/abandoned.ts';
import type { Database } from '../../store/database.ts';
import { rowNumber } from '../../store/sql.ts';
import type { Clock } from '../clock.ts';

/** Drafts read at once. */
const MAX_DRAFTS = 1_000;

/**
 * Returns a function that reads up to which number all drafts are an hour old, `after` if no further draft is. Drafts
 * are stored in the order of their numbers, so all before an old one are old, too. If drafts are dated in the future,
 * because the clock was set back, their hour is counted from when the first of them was seen.
 */
export function watchOldDrafts(database: Database, { now, uptime }: Clock) {
  const number = rowNumber(database, 'application_drafts');
  let future: { readonly upTo: number; readonly seenAt: number } | null = null;
  return async (after: number, newest: number): Promise<number> => {
    const drafts = await database
      .selectFrom('application_drafts')
      .select(['created_at', number.as('number')])
      .where(number, '>', after)
      .orderBy(number)
      .limit(MAX_DRAFTS)
      .execute();
    const [next] = drafts;
    const time = new Date(now()).toISOString();
    if (next && next.created_at > time) {
      if (future === null || future.upTo < next.number) future = { upTo: newest, seenAt: uptime() };
      if (uptime() - future.seenAt >= ABANDONED_AFTER_MS) return future.upTo;
    }
    const old = abandonedBefore(now());
    return drafts.findLast(({ created_at }) => created_at <= old)?.number ?? after;
  };
}
