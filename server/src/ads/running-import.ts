import type { AdNetwork } from '@funil/contract/ad-spend';
import { type Kysely, sql } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { inChunks } from '../store/in-chunks.ts';
import { type Lease, renewLease } from '../store/lease.ts';
import { numbersOf } from '../store/sql.ts';

/** Few, because captures wait for the transaction on SQLite. */
const ROWS_PER_TRANSACTION = 500;

/** The lease of this process, and its clock, in ms since 1970. */
interface HeldLease {
  readonly lease: Lease;
  readonly now: () => number;
}

/** The running import. It writes only while it holds its lease. */
export class RunningImport {
  readonly database: Database;
  readonly id: number;
  readonly #held: HeldLease;

  constructor(database: Database, held: HeldLease, id: number) {
    this.database = database;
    this.id = id;
    this.#held = held;
  }

  /** Runs a short transaction. @throws if another process has taken over the import */
  async write<Result>(work: (transaction: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    const { lease, now } = this.#held;
    return this.database.transaction().execute(async (transaction) => {
      if (!(await renewLease(transaction, lease, now()))) {
        throw new Error('The import was taken over.');
      }
      return work(transaction);
    });
  }

  /** Runs one short transaction per batch of items. */
  async writeEach<Item>(
    items: readonly Item[],
    work: (transaction: Kysely<Tables>, batch: readonly Item[]) => Promise<void>,
  ): Promise<void> {
    for (const some of inChunks(items, ROWS_PER_TRANSACTION)) {
      await this.write((transaction) => work(transaction, some));
    }
  }

  /**
   * Makes the import's rows count, and the rows that it replaces not count. The network's import before it can no longer be undone.
   * @param network whose import it is
   * @param canBeUndone whether the replaced rows are kept until the network's next import is done
   */
  async finish(network: AdNetwork, canBeUndone: boolean): Promise<void> {
    await this.write(async (transaction) => {
      await transaction
        .updateTable('ad_spend_imports')
        .set({ state: 'done' })
        .where('id', '=', this.id)
        .execute();
      const ended = transaction.deleteFrom('ad_spend_imports').where('network', '=', network);
      await (canBeUndone ? ended.where('id', '<>', this.id) : ended).execute();
    });
  }

  async #remove() {
    await this.write((transaction) =>
      transaction.deleteFrom('ad_spend_imports').where('id', '=', this.id).execute(),
    );
  }

  /** Removes the rows that imports have replaced which can no longer be undone. */
  async removeReplaced(): Promise<void> {
    const { database } = this;
    const kept = sql`select id from ${sql.table('ad_spend_imports')}`;
    const where = sql`ended_by is not null and ended_by not in (${kept})`;
    for (let isMore = true; isMore; ) {
      const numbers = await readNumbers(database, where);
      await deleteRows(database, numbers);
      isMore = numbers.length === ROWS_PER_TRANSACTION;
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
    await this.#remove();
  }

  /** Writes in short transactions while there are rows. */
  async #writeWhile(
    read: () => Promise<number[]>,
    work: (transaction: Kysely<Tables>, numbers: readonly number[]) => Promise<void>,
  ) {
    for (let isMore = true; isMore; ) {
      const numbers = await read();
      await this.write((transaction) => work(transaction, numbers));
      isMore = numbers.length === ROWS_PER_TRANSACTION;
    }
  }
}

/** Returns the new import of a network. Undoes an import whose process died. */
export async function beginImport(
  database: Database,
  held: HeldLease,
  network: AdNetwork,
): Promise<RunningImport> {
  await discardDead(database, held);
  const { id } = await database
    .insertInto('ad_spend_imports')
    .values({ network })
    .returning('id')
    .executeTakeFirstOrThrow();
  return new RunningImport(database, held, id);
}

/** Undoes a done import. Returns false if it does not exist, or its network has a newer one. */
export async function undoDone(database: Database, held: HeldLease, id: number): Promise<boolean> {
  await discardDead(database, held);
  const running = new RunningImport(database, held, id);
  // At once, its rows no longer count, and those that it replaced do; if the process dies, the next import goes on.
  const undone = await running.write((transaction) =>
    transaction
      .updateTable('ad_spend_imports')
      .set({ state: 'running' })
      .where('id', '=', id)
      .where('state', '=', 'done')
      .executeTakeFirst(),
  );
  if (undone.numUpdatedRows === 0n) return false;
  await running.discard();
  return true;
}

/** Returns the imports that can be undone: the last file of each network. */
export const readUndoable = (database: Database) =>
  database
    .selectFrom('ad_spend_imports')
    .select(['id', 'network'])
    .where('state', '=', 'done')
    .orderBy('id')
    .execute();

/** Undoes an import whose process died. */
async function discardDead(database: Database, held: HeldLease): Promise<void> {
  const dead = await database
    .selectFrom('ad_spend_imports')
    .select('id')
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (dead) await new RunningImport(database, held, dead.id).discard();
}

async function readNumbers(database: Database, where: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from ${sql.table('ad_spend')} where ${where} limit ${sql.lit(ROWS_PER_TRANSACTION)}`.execute(
    database,
  );
  return rows.map(({ number }) => number);
}

async function deleteRows(database: Kysely<Tables>, numbers: readonly number[]): Promise<void> {
  await sql`delete from ${sql.table('ad_spend')}
    where number in (${numbersOf(database, numbers)})`.execute(database);
}
