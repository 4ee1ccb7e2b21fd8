import { setTimeout as pause } from 'node:timers/promises';

/** One statement's rows; each call is a transaction of its own. */
export type Ask = (
  text: string,
  values: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Of each sequence, in the order asked. */
export interface Numbers {
  /** What it has given; 0: nothing. */
  readonly newest: readonly number[];
  /** Up to which number nothing further will appear. */
  readonly settled: readonly number[];
}

/**
 * Tells which numbers of sequences are settled. They are given before the commit, in no order of
 * commits; but a statement has its transaction's number first (`funil.number_transaction_first`). So a
 * transaction number is taken after the sequences are read, and once all older ones have ended, what had
 * been given is there or never will be. (`pg_snapshot_xmax` would not do: it follows the newest transaction
 * that has ended, and one under way may be newer.)
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

  /** Looks once, without waiting for anybody. */
  async function look(): Promise<Numbers> {
    await endMark();
    const newest = await readNewest();
    // While nothing is given no transaction is spent on asking.
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
     * Waits, at most so many ms, until all that is given now is settled.
     * @returns null: a transaction will not end
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
