import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Queryable } from '../database.ts';

interface EventNumbers {
  /** 0: none. */
  readonly newest: number;
  /** No further row will appear with a number up to this one. */
  readonly settled: number;
}

const SETTLE_POLL_INTERVAL_MS = 20;

/**
 * Tracks up to which event number all rows are visible: transactions commit in another order than they take numbers. A
 * transaction takes its id before its first number (`funil.assign_transaction_id`). An id that is taken after the
 * newest number was read is thus higher than the ids of all transactions with such numbers, and they have ended once
 * the oldest running transaction (`pg_snapshot_xmin`) has reached it.
 */
export function trackSettledEventNumbers(database: Queryable) {
  let settled = 0;
  let pending: { readonly newest: number; readonly transactionId: string } | null = null;

  async function checkPending() {
    if (pending === null) return;
    const { rows } = await sql<{ is_over: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${pending.transactionId}::xid8 as is_over
    `.execute(database);
    if (!rows[0]?.is_over) return;
    settled = pending.newest;
    pending = null;
  }

  async function read(): Promise<EventNumbers> {
    await checkPending();
    const { rows } = await sql<{ newest: number }>`
      select case when is_called then last_value else 0 end as newest
      from public.jornada_number_seq`.execute(database);
    const newest = rows[0]?.newest ?? 0;
    // Transaction ids are limited, so one is taken only for new numbers.
    if (pending === null && newest !== settled) {
      const [transaction] = (
        await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(database)
      ).rows;
      if (transaction) pending = { newest, transactionId: transaction.id };
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
