import { setTimeout as pause } from 'node:timers/promises';

/** Runs one statement and returns its rows, in a transaction that sees other transactions' commits (read committed). */
export type Ask = (
  text: string,
  values: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Of each sequence, in the order asked. */
export interface Numbers {
  /** Newest number that was given; 0: none. */
  readonly newest: readonly number[];
  /** Number up to which no further row will appear. */
  readonly settled: readonly number[];
}

/**
 * Watches which numbers of sequences are settled. PostgreSQL gives numbers before the commit and in no order of commits;
 * but a statement takes its transaction's number first (`funil.assign_transaction_id`). So a transaction number is
 * taken after the sequences are read. Once every older transaction has ended, each number given until then is stored
 * or never will be: `pg_snapshot_xmin`, the oldest running transaction, has reached the number (`>=`: the transaction
 * that asks may be the oldest itself). `pg_snapshot_xmax` would be wrong: it follows the newest ended transaction,
 * and a running one may be older.
 */
export function watchNumbers(ask: Ask, sequences: readonly string[]) {
  const given = sequences.map(
    (sequence, index) =>
      `(select case when is_called then last_value else 0 end from ${sequence}) as n${index}`,
  );
  let settled: readonly number[] = sequences.map(() => 0);
  let mark: { readonly newest: readonly number[]; readonly next: unknown } | null = null;

  async function readNewest(): Promise<number[]> {
    const [row] = await ask(`select ${given.join(', ')}`, []);
    return sequences.map((_, index) => Number(row?.[`n${index}`]));
  }

  async function endMark() {
    if (mark === null) return;
    const [oldest] = await ask(
      'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as is_over',
      [mark.next],
    );
    if (oldest?.is_over !== true) return;
    settled = mark.newest;
    mark = null;
  }

  /** Reads the numbers once, without waiting. */
  async function look(): Promise<Numbers> {
    await endMark();
    const newest = await readNewest();
    // Without new numbers no transaction number is spent.
    if (mark === null && newest.some((number, index) => number !== settled[index])) {
      const [row] = await ask('select pg_current_xact_id()::text as next', []);
      mark = { newest, next: row?.next };
      await endMark();
    }
    return { newest, settled };
  }

  return {
    look,
    /**
     * Waits until all numbers given now are settled.
     * @param patience longest wait in ms
     * @returns null if a transaction did not end in that time
     */
    async settle(patience: number): Promise<readonly number[] | null> {
      const { newest: wanted } = await look();
      const start = performance.now();
      while (wanted.some((number, index) => number > (settled[index] ?? 0))) {
        if (performance.now() - start > patience) return null;
        await pause(20);
        await look();
      }
      return settled;
    },
  };
}
