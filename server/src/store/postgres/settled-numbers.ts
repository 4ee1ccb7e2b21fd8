import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Queryable } from '../database.ts';

interface EventNumbers {
  /** The highest number that an event has taken; 0: none. */
  readonly newest: number;
  /** No further row will appear with a number up to this one. */
  readonly settled: number;
}

const SETTLE_POLL_INTERVAL_MS = 20;

/**
 * Tracks up to which event number all rows are visible, because transactions commit in another order than they take
 * numbers. A transaction takes its id before its first number (`funil.assign_transaction_id`). An id that is taken
 * after the newest number was read is thus higher than the ids of all transactions that took numbers until then. All of
 * them have ended once the oldest running transaction (`pg_snapshot_xmin`) has reached that id.
 */
export function trackSettledEventNumbers(database: Queryable) {
  let settled = 0;
  let pendingNumbers: { readonly newest: number; readonly transactionId: string } | null = null;

  async function checkPending() {
    if (pendingNumbers === null) return;
    const { rows } = await sql<{ is_over: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${pendingNumbers.transactionId}::xid8 as is_over
    `.execute(database);
    if (!rows[0]?.is_over) return;
    settled = pendingNumbers.newest;
    pendingNumbers = null;
  }

  async function read(): Promise<EventNumbers> {
    await checkPending();
    const { rows } = await sql<{ newest: number }>`
      select case when is_called then last_value else 0 end as newest
      from public.jornada_number_seq`.execute(database);
    const newest = rows[0]?.newest ?? 0;
    // PostgreSQL's transaction ids are limited, so one is taken only if there are new numbers.
    if (pendingNumbers === null && newest !== settled) {
      const [transaction] = (
        await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(database)
      ).rows;
      if (transaction) pendingNumbers = { newest, transactionId: transaction.id };
      await checkPending();
    }
    return { newest, settled };
  }

  return {
    read,
    /** @returns the newest settled number; null if a transaction did not end within `timeoutMs` */
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
