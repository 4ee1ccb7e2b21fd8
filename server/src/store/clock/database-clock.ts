import { SECOND_MS } from '@funil/contract/durations';

/** A smaller difference counts as none, because it may come from a slow answer. */
const MIN_CLOCK_DIFFERENCE_MS = 2 * SECOND_MS;

/** A clock with an earlier time is wrong, because this release did not exist then. In ms since 1970. */
export const EARLIEST_TIME_MS = Date.parse('2026-01-01T00:00:00Z');

/** Ms by which PostgreSQL’s clock is ahead of this machine’s. */
let databaseAheadMs = 0;

/** @param databaseMs PostgreSQL’s time, in ms since 1970, between `askedAt` and `answeredAt` by this machine */
export function compareClocks(databaseMs: number, askedAt: number, answeredAt: number): void {
  const differenceMs = databaseMs - (askedAt + answeredAt) / 2;
  databaseAheadMs = Math.abs(differenceMs) < MIN_CLOCK_DIFFERENCE_MS ? 0 : differenceMs;
}

/** Ms since 1970 by PostgreSQL’s clock, so that no server counts another's lease as ended; on SQLite, the machine's. */
export const databaseNow = (): number => Date.now() + databaseAheadMs;
