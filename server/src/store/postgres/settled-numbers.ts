import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Queryable } from '../database.ts';

interface EventNumbers {
  /** 0 if no event was ever stored. */
  readonly newest: number;
  /** No further row will appear with a number up to this one. */
  readonly settled: number;
}

const SETTLE_POLL_INTERVAL_MS = 20;

/**
 * Tracks up to which event number all rows are visible, because transactions commit in another order than they take
 * numbers. A transaction locks the table before its first number, and until its end. All rows up to the newest number
 * are thus visible once the transactions have ended that held the lock after that number was read. Transactions that
 * store no event may stay open for hours, also those of other databases, and are not waited for.
 */
export function trackSettledEventNumbers(database: Queryable) {
  let settled = 0;
  let pendingNumbers: { readonly newest: number; readonly writers: ReadonlySet<string> } | null =
    null;

  async function readWriters(): Promise<string[]> {
    const { rows } = await sql<{ transaction: string }>`
      select virtualtransaction as transaction from pg_locks
      where relation = 'public.jornada'::regclass and mode = 'RowExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())
    `.execute(database);
    return rows.map(({ transaction }) => transaction);
  }

  async function read(): Promise<EventNumbers> {
    const { rows } = await sql<{ newest: number }>`
      select case when is_called then last_value else 0 end as newest
      from public.jornada_number_seq`.execute(database);
    const newest = rows[0]?.newest ?? 0;
    if (newest === settled) return { newest, settled };
    const writers = await readWriters();
    if (pendingNumbers && !writers.some((writer) => pendingNumbers?.writers.has(writer))) {
      settled = pendingNumbers.newest;
      pendingNumbers = null;
    }
    if (writers.length === 0) settled = newest;
    else pendingNumbers ??= { newest, writers: new Set(writers) };
    return { newest, settled };
  }

  return {
    read,
    /** Returns the newest settled number; null if a transaction did not end within `timeoutMs`. */
    async settle(timeoutMs: number): Promise<number | null> {
      const { newest } = await read();
      const start = performance.now();
      while (newest > settled) {
        if (performance.now() - start > timeoutMs) return null;
        await pause(SETTLE_POLL_INTERVAL_MS);
        await read();
      }
      return settled;
    },
  };
}
