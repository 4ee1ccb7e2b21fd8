import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database.ts';

interface EventNumbers {
  /** Newest number that was given; 0: none. */
  readonly newest: number;
  /** Number up to which no further row will appear. */
  readonly settled: number;
}

const SETTLE_POLL_INTERVAL_MS = 20;

/**
 * Watches which numbers of events are settled. PostgreSQL gives numbers before the commit and in no order of commits;
 * but a statement takes its transaction's number first (`funil.assign_transaction_id`). So a transaction number is
 * taken after the sequence is read. Once every older transaction has ended, each number given until then is stored
 * or never will be: `pg_snapshot_xmin`, the oldest running transaction, has reached the number (`>=`: the transaction
 * that asks may be the oldest itself). `pg_snapshot_xmax` would be wrong: it follows the newest ended transaction,
 * and a running one may be older.
 */
export function watchSettledNumbers(database: Kysely<Tables>) {
  let settled = 0;
  /** A number that is settled once every transaction before `transaction` has ended. */
  let pending: { readonly newest: number; readonly transaction: string } | null = null;

  async function checkPending() {
    if (pending === null) return;
    const { rows } = await sql<{ is_over: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${pending.transaction}::xid8 as is_over`.execute(
      database,
    );
    if (!rows[0]?.is_over) return;
    settled = pending.newest;
    pending = null;
  }

  /** Reads the numbers once, without waiting. */
  async function read(): Promise<EventNumbers> {
    await checkPending();
    const { rows } = await sql<{ newest: number }>`
      select case when is_called then last_value else 0 end as newest
      from public.jornada_number_seq`.execute(database);
    const newest = rows[0]?.newest ?? 0;
    // Only new numbers spend a transaction number.
    if (pending === null && newest !== settled) {
      const [own] = (
        await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(database)
      ).rows;
      if (own) pending = { newest, transaction: own.id };
      await checkPending();
    }
    return { newest, settled };
  }

  return {
    read,
    /**
     * Waits until all numbers given until now are settled.
     * @returns the newest settled number; null if a transaction did not end in that time
     */
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
