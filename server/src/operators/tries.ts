import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { operatorTables, together, toMoment } from './tables.ts';

/** What is counted, and how many tries it has in how long: `{ subject: 'account ana@…', most: 10, window: 900_000 }`. */
export interface TryLimit {
  readonly subject: string;
  readonly most: number;
  /** In ms. */
  readonly window: number;
}

/** How far the clocks of replicas may differ, in ms. A window that began later than that is void: the clock stepped back. */
const CLOCK_SKEW_MS = 60_000;

const digestOf = (subject: string) => createHash('sha256').update(subject).digest();

/**
 * Counts one try towards each limit, before what is tried is looked at: of many at once none is free.
 * @returns 0, or the seconds to wait where a limit is used up; then nothing is counted or written
 */
export async function countTry(
  database: Database,
  limits: readonly TryLimit[],
  now: number,
): Promise<number> {
  const wait = await findWait(database, limits, now);
  if (wait > 0) return wait;
  // One order everywhere, so that replicas wait for each other and never deadlock.
  const ordered = limits
    .map((limit) => ({ ...limit, digest: digestOf(limit.subject) }))
    .sort((a, b) => a.digest.compare(b.digest));
  const counts = await together(database, async (tables) => {
    const found: number[] = [];
    for (const { digest, window, most } of ordered) {
      const isOver = sql<boolean>`(sign_in_tries.began_at <= ${toMoment(now - window)}
        or sign_in_tries.began_at > ${toMoment(now + CLOCK_SKEW_MS)})`;
      const { tries } = await tables
        .insertInto('sign_in_tries')
        .values({ digest, began_at: toMoment(now), tries: 1 })
        .onConflict((conflict) =>
          conflict.column('digest').doUpdateSet({
            tries: sql<number>`case when ${isOver} then 1 else sign_in_tries.tries + 1 end`,
            began_at: sql<string>`case when ${isOver} then excluded.began_at else sign_in_tries.began_at end`,
          }),
        )
        .returning('tries')
        .executeTakeFirstOrThrow();
      found.push(tries - most);
    }
    return found;
  });
  return counts.some((beyond) => beyond > 0) ? findWait(database, limits, now) : 0;
}

/** Forgets tries: the right password or code was there. */
export async function forgetTries(database: Database, subjects: readonly string[]): Promise<void> {
  await operatorTables(database)
    .deleteFrom('sign_in_tries')
    .where('digest', 'in', subjects.map(digestOf))
    .execute();
}

async function findWait(
  database: Database,
  limits: readonly TryLimit[],
  now: number,
): Promise<number> {
  const digests = limits.map(({ subject }) => digestOf(subject));
  const rows = await operatorTables(database)
    .selectFrom('sign_in_tries')
    .selectAll()
    .where('digest', 'in', digests)
    .execute();
  const waits = limits.map(({ most, window }, index) => {
    const row = rows.find(({ digest }) => digests[index]?.equals(digest));
    if (!row || row.tries < most) return 0;
    const age = now - Date.parse(row.began_at);
    return age < -CLOCK_SKEW_MS ? 0 : Math.ceil((window - age) / 1000);
  });
  return Math.max(0, ...waits);
}
