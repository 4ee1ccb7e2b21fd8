import { MINUTE_MS } from '@funil/contract/durations';
import { type Kysely, sql } from 'kysely';
import { type AdaptiveBatch, createAdaptiveBatch, workInBatches } from '../store/adaptive-batch.ts';
import type { Database, Tables } from '../store/database.ts';
import { beginWriting } from '../store/locks.ts';
import { numbersOf } from '../store/sql.ts';

/** How long an import whose process died prevents other imports. */
const LEASE_MS = 2 * MINUTE_MS;
const BATCH_LIMITS = {
  sqlite: { minSize: 500, maxSize: 1_000, budgetMs: 15 },
  postgres: { minSize: 500, maxSize: 2_000, budgetMs: 100 },
};

/** The running import. It writes only while it holds its lease. */
export class RunningImport {
  readonly database: Database;
  readonly id: number;
  readonly #now: () => number;
  #lease: string;
  readonly #batch: AdaptiveBatch;

  constructor(database: Database, lease: { id: number; until: string }, now: () => number) {
    this.database = database;
    this.id = lease.id;
    this.#lease = lease.until;
    this.#now = now;
    this.#batch = createAdaptiveBatch(BATCH_LIMITS[database.dialect]);
  }

  /** Runs a short transaction after pending captures. @throws if another process has taken over the import */
  async write<Result>(work: (transaction: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    await this.database.yieldToCaptures();
    const until = leaseUntil(this.#now());
    const result = await this.database.transaction().execute(async (transaction) => {
      await beginWriting(transaction);
      const renewed = await transaction
        .updateTable('ad_spend_imports')
        .set({ leased_until: until })
        .where('id', '=', this.id)
        .where('leased_until', '=', this.#lease)
        .executeTakeFirst();
      if (renewed.numUpdatedRows !== 1n) throw new Error('The import was taken over.');
      return work(transaction);
    });
    this.#lease = until;
    return result;
  }

  /** Runs one short transaction per batch of items, and pauses in between. */
  async writeEach<Item>(
    items: readonly Item[],
    work: (transaction: Kysely<Tables>, batch: readonly Item[]) => Promise<void>,
  ): Promise<void> {
    await workInBatches(this.database, items, {
      batch: this.#batch,
      work: (some) => this.write((transaction) => work(transaction, some)),
    });
  }

  /** Makes the import's rows count, and the rows that it replaces not count. */
  async finish(): Promise<void> {
    await this.write((transaction) => this.#removeSlot(transaction));
  }

  async #removeSlot(transaction: Kysely<Tables>) {
    await transaction.deleteFrom('ad_spend_imports').where('id', '=', this.id).execute();
  }

  /** Removes the rows that finished imports have replaced. */
  async removeReplaced(): Promise<void> {
    const { database } = this;
    const running = sql`select id from ${sql.table('ad_spend_imports')}`;
    const where = sql`ended_by is not null and ended_by not in (${running})`;
    for (let isMore = true; isMore; ) {
      const numbers = await readNumbers(database, where);
      await database.yieldToCaptures();
      await deleteRows(database, numbers);
      isMore = numbers.length === ROWS_PER_REMOVAL;
    }
  }

  /** Undoes the import while it holds its lease, so that rows of a finished import are never removed. */
  async discard(): Promise<void> {
    const { database, id } = this;
    await this.#writeWhile(
      // The newest rows: no index finds them.
      () => readNumbers(database, sql`added_by = ${id} order by number desc`),
      deleteRows,
    );
    await this.#writeWhile(
      () => readNumbers(database, sql`ended_by = ${id}`),
      async (transaction, numbers) => {
        await sql`update ${sql.table('ad_spend')} set ended_by = null
          where number in (${numbersOf(transaction, numbers)})`.execute(transaction);
      },
    );
    await this.write((transaction) => this.#removeSlot(transaction));
  }

  /** Writes in short transactions while there are rows. */
  async #writeWhile(
    read: () => Promise<number[]>,
    work: (transaction: Kysely<Tables>, numbers: readonly number[]) => Promise<void>,
  ) {
    for (let isMore = true; isMore; ) {
      const numbers = await read();
      await this.write((transaction) => work(transaction, numbers));
      isMore = numbers.length === ROWS_PER_REMOVAL;
    }
  }
}

const leaseUntil = (now: number): string => new Date(now + LEASE_MS).toISOString();

/** Returns the new import, or null while another one runs. Undoes an import whose process died. */
export async function beginImport(
  database: Database,
  now: () => number,
): Promise<RunningImport | null> {
  const dead = await findDead(database, now());
  if (dead === 'alive') return null;
  if (dead !== null) await new RunningImport(database, dead, now).discard();
  const until = leaseUntil(now());
  const begun = await database
    .insertInto('ad_spend_imports')
    .values({ leased_until: until })
    .onConflict((conflict) => conflict.column('slot').doNothing())
    .returning('id')
    .executeTakeFirst();
  return begun ? new RunningImport(database, { id: begun.id, until }, now) : null;
}

async function findDead(database: Database, now: number) {
  const running = await database
    .selectFrom('ad_spend_imports')
    .select(['id', 'leased_until as until'])
    .executeTakeFirst();
  if (!running) return null;
  const left = Date.parse(running.until) - now;
  // A longer lease means that the clock was set back.
  return left > 0 && left <= 2 * LEASE_MS ? 'alive' : running;
}

/** Number of rows that one transaction removes. */
const ROWS_PER_REMOVAL = 500;

async function readNumbers(database: Database, where: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from ${sql.table('ad_spend')} where ${where} limit ${sql.lit(ROWS_PER_REMOVAL)}`.execute(
    database,
  );
  return rows.map(({ number }) => number);
}

async function deleteRows(database: Kysely<Tables>, numbers: readonly number[]): Promise<void> {
  await sql`delete from ${sql.table('ad_spend')}
    where number in (${numbersOf(database, numbers)})`.execute(database);
}
