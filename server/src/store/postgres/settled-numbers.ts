import { setTimeout as pause } from 'node:timers/promises';

/** Runs one statement and returns its rows, in a transaction that sees other transactions' commits (read committed). */
type Query = (
  text: string,
  values: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Numbers of each sequence, in the order of the sequences. */
interface SequenceNumbers {
  /** Newest number that was given; 0: none. */
  readonly newest: readonly number[];
  /** Number up to which no further row will appear. */
  readonly settled: readonly number[];
}

const SETTLE_POLL_INTERVAL_MS = 20;

/**
 * Watches which numbers of sequences are settled. PostgreSQL gives numbers before the commit and in no order of commits;
 * but a statement takes its transaction's number first (`funil.assign_transaction_id`). So a transaction number is
 * taken after the sequences are read. Once every older transaction has ended, each number given until then is stored
 * or never will be: `pg_snapshot_xmin`, the oldest running transaction, has reached the number (`>=`: the transaction
 * that asks may be the oldest itself). `pg_snapshot_xmax` would be wrong: it follows the newest ended transaction,
 * and a running one may be older.
 */
export function watchSettledNumbers(query: Query, sequences: readonly string[]) {
  const lastValues = sequences.map(
    (sequence, index) =>
      `(select case when is_called then last_value else 0 end from ${sequence}) as n${index}`,
  );
  let settled: readonly number[] = sequences.map(() => 0);
  /** Numbers that are settled once every transaction before `transaction` has ended. */
  let pending: { readonly newest: readonly number[]; readonly transaction: unknown } | null = null;

  async function checkPending() {
    if (pending === null) return;
    const [row] = await query(
      'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as is_over',
      [pending.transaction],
    );
    if (row?.is_over !== true) return;
    settled = pending.newest;
    pending = null;
  }

  /** Reads the numbers once, without waiting. */
  async function read(): Promise<SequenceNumbers> {
    await checkPending();
    const [values] = await query(`select ${lastValues.join(', ')}`, []);
    const newest = sequences.map((_, index) => Number(values?.[`n${index}`]));
    // Without new numbers no transaction number is spent.
    if (pending === null && newest.some((number, index) => number !== settled[index])) {
      const [row] = await query('select pg_current_xact_id()::text as transaction', []);
      pending = { newest, transaction: row?.transaction };
      await checkPending();
    }
    return { newest, settled };
  }

  return {
    read,
    /**
     * Waits until all numbers given until now are settled.
     * @returns null if a transaction did not end in that time
     */
    async settle(timeoutMs: number): Promise<readonly number[] | null> {
      const { newest } = await read();
      const start = performance.now();
      while (newest.some((number, index) => number > (settled[index] ?? 0))) {
        if (performance.now() - start > timeoutMs) return null;
        await pause(SETTLE_POLL_INTERVAL_MS);
        await read();
      }
      return settled;
    },
  };
}
