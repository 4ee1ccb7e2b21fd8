import type { AdNetwork } from '@funil/contract/ads/ad-spend';
import { isSpendKind } from '@funil/contract/imports/import-kinds';
import type { ImportState } from '@funil/contract/imports/imports';
import type { Updateable } from 'kysely';
import type { SalesDependencies } from '../sales/update-sales.ts';
import type { Database, DialectName, Queryable, Tables } from '../store/database.ts';
import { type Lease, releaseLease, renewLease } from '../store/lease.ts';
import { waitForLock } from '../store/locks.ts';
import { inChunks } from '../store/queries/in-chunks.ts';
import { ImportCounter } from './import-counter.ts';
import type { ImportLease, ImportRunKind } from './import-lease.ts';

const networkOf = (kind: ImportRunKind): AdNetwork | null => {
  if (kind === 'pull') return 'meta';
  return isSpendKind(kind) ? kind : null;
};

/** Kept low, because captures wait for the transaction on SQLite, and for its commit on PostgreSQL. */
const ROWS_PER_TRANSACTION: Record<DialectName, number> = { sqlite: 20, postgres: 200 };
/** Higher than for sales and leads, because spend causes no recomputation of sales. */
const SPEND_ROWS_PER_TRANSACTION = 500;

/** The import whose lease this process holds. Writes fail once another process has taken the lease. */
export class RunningImport {
  readonly id: number;
  readonly kind: ImportRunKind;
  readonly database: Database;
  readonly counter = new ImportCounter();
  readonly #now: () => number;
  readonly #lease: Lease;

  constructor({ database, now }: SalesDependencies, { id, kind, name, holder }: ImportLease) {
    this.id = id;
    this.kind = kind;
    this.database = database;
    this.#now = now;
    this.#lease = { name, holder };
  }

  get isSpend(): boolean {
    return networkOf(this.kind) !== null;
  }

  get rowsPerTransaction(): number {
    return this.isSpend ? SPEND_ROWS_PER_TRANSACTION : ROWS_PER_TRANSACTION[this.database.dialect];
  }

  /**
   * Runs a short transaction, with the lock `sales` except for spend.
   * @throws if another process has taken over the import
   */
  async write<Result>(
    writeRows: (transaction: Queryable, at: string) => Promise<Result>,
  ): Promise<Result> {
    return this.database.transaction().execute(async (transaction) => {
      if (!this.isSpend) await waitForLock(transaction, 'sales');
      const now = this.#now();
      if (!(await renewLease(transaction, this.#lease, now))) {
        throw new Error('The import was taken over.');
      }
      return writeRows(transaction, new Date(now).toISOString());
    });
  }

  async writeEach<Item>(
    items: readonly Item[],
    writeRows: (transaction: Queryable, chunk: readonly Item[], at: string) => Promise<void>,
  ): Promise<void> {
    for (const chunk of inChunks(items, this.rowsPerTransaction)) {
      await this.write(async (transaction, at) => {
        await writeRows(transaction, chunk, at);
        await this.#updateRow(transaction, this.counter.columns);
      });
    }
  }

  async #updateRow(transaction: Queryable, columns: Updateable<Tables['imports']>) {
    await transaction.updateTable('imports').set(columns).where('id', '=', this.id).execute();
  }

  /** After an import of spend, earlier ones of the network cannot be undone. A pull is removed from the list. */
  async finish(columns: Updateable<Tables['imports']> & { state: ImportState }): Promise<void> {
    await this.#end(async (transaction) => {
      const network = networkOf(this.kind);
      if (network !== null && columns.state === 'done') {
        await transaction
          .updateTable('imports')
          .set({ state: 'settled' })
          .where('kind', '=', network)
          .where('state', '=', 'done')
          .execute();
      }
      await (this.kind === 'pull'
        ? this.#deleteRow(transaction)
        : this.#updateRow(transaction, columns));
    });
  }

  async drop(): Promise<void> {
    await this.#end((transaction) => this.#deleteRow(transaction));
  }

  async #deleteRow(transaction: Queryable) {
    await transaction.deleteFrom('imports').where('id', '=', this.id).execute();
  }

  async #end(endRow: (transaction: Queryable) => Promise<void>) {
    await this.write(async (transaction) => {
      await endRow(transaction);
      await releaseLease(transaction, this.#lease);
    });
  }
}
