import { createHash } from 'node:crypto';
import type { AdNetwork } from '@funil/contract/ads/ad-spend';
import type { ImportState } from '@funil/contract/console/imports';
import { type ChosenColumns, type ImportKind, isSpendKind } from '@funil/contract/files/imports';
import type { Kysely, Selectable, Updateable } from 'kysely';
import { normalizeTitle } from '../csv/read-csv.ts';
import type { SalesDependencies } from '../sales/update-sales.ts';
import type { Database, DialectName, Tables } from '../store/database.ts';
import { inChunks } from '../store/in-chunks.ts';
import { type Lease, releaseLease, renewLease, takeLease } from '../store/lease.ts';
import { waitForLock } from '../store/locks.ts';
import type { ImportCounter } from './import-counter.ts';

/** The kind of a file; `pull`: spend from Meta's API. */
type RunningKind = Selectable<Tables['imports']>['kind'];

/** Returns the network whose spend an import replaces; null: it imports no spend. */
const networkOf = (kind: RunningKind): AdNetwork | null => {
  if (kind === 'pull') return 'meta';
  return isSpendKind(kind) ? kind : null;
};

/** A file to import, or a pull of spend from Meta's API. */
export interface NewImport {
  readonly kind: RunningKind;
  readonly fileName: string;
  /** The operator's e-mail address; empty: a command. */
  readonly by: string;
}

/** An import that this process may write. */
export interface ImportLease extends Lease {
  readonly id: number;
  readonly kind: RunningKind;
}

/** The name of the lease: one import runs at a time. */
export const IMPORT_LEASE = 'import';
/** Small, because on SQLite captures wait for the transaction, and on PostgreSQL for the disk of its commit. */
const ROWS_PER_TRANSACTION: Record<DialectName, number> = { sqlite: 20, postgres: 200 };
/** Larger than for sales and leads, because rows of spend cause no recomputation of sales. */
const SPEND_ROWS_PER_TRANSACTION = 500;

/** Returns a hash of titles, by which a file with the same titles is recognized. */
const digestOf = (titles: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(titles.map(normalizeTitle)))
    .digest('hex');

/** Returns the columns of the last imported file of a kind with these titles; null: there is none. */
export async function readChosenColumns(
  database: Kysely<Tables>,
  titles: readonly string[],
  kind: ImportKind,
): Promise<ChosenColumns | null> {
  const row = await database
    .selectFrom('imports')
    .select('columns')
    .where('titles', '=', digestOf(titles))
    .where('kind', '=', kind)
    .where('columns', '<>', '{}')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? (JSON.parse(row.columns) as ChosenColumns) : null;
}

/** Stores the columns of an import's file, so that the next file with the same titles is read in the same way. */
export async function rememberColumns(
  database: Kysely<Tables>,
  id: number,
  { titles, columns }: { readonly titles: readonly string[]; readonly columns: ChosenColumns },
): Promise<void> {
  await database
    .updateTable('imports')
    .set({ titles: digestOf(titles), columns: JSON.stringify(columns) })
    .where('id', '=', id)
    .execute();
}

/**
 * A lease, or the reason for its refusal. `dead`: the import of a process that died must be undone first, and the lease
 * belongs to that import.
 */
export type ImportClaim =
  | { readonly outcome: 'claimed'; readonly lease: ImportLease }
  | { readonly outcome: 'dead'; readonly lease: ImportLease }
  | { readonly outcome: 'busy' | 'missing' };

/** Begins an import, unless another one is running or being undone. */
export const beginImport = (
  deps: Pick<SalesDependencies, 'database' | 'now'>,
  { kind, fileName, by }: NewImport,
): Promise<ImportClaim> =>
  takeImport(deps, async (transaction) => {
    const created_at = new Date(deps.now()).toISOString();
    const { id } = await transaction
      .insertInto('imports')
      .values({
        kind,
        file_name: fileName,
        created_at,
        created_by: by,
        titles: '',
        columns: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, kind };
  });

/** Begins to undo an import. */
export const beginUndo = (
  deps: Pick<SalesDependencies, 'database' | 'now'>,
  id: number,
): Promise<ImportClaim> =>
  takeImport(deps, (transaction) =>
    transaction
      .updateTable('imports')
      .set({ state: 'undoing' })
      .where('id', '=', id)
      .where('state', '=', 'done')
      .returning(['id', 'kind'])
      .executeTakeFirst(),
  );

/** Takes over the import of a dead process: `dead`, or `missing` if there is none. */
export const claimDeadImport = (
  deps: Pick<SalesDependencies, 'database' | 'now'>,
): Promise<ImportClaim> => takeImport(deps, async () => undefined);

const STOPPED_REASON = 'O servidor parou no meio. Importe o arquivo de novo.';

type UnfinishedImport = Pick<ImportLease, 'id' | 'kind'>;

/** Runs `begin` unless another import is running, or a dead process has left an import that must be undone first. */
function takeImport(
  { database, now }: Pick<SalesDependencies, 'database' | 'now'>,
  begin: (transaction: Kysely<Tables>) => Promise<UnfinishedImport | undefined>,
): Promise<ImportClaim> {
  return database.transaction().execute(async (transaction): Promise<ImportClaim> => {
    const lease = await takeLease(transaction, IMPORT_LEASE, now());
    if (lease === null) return { outcome: 'busy' };
    const dead = await findUnfinished(transaction);
    if (dead) {
      await transaction
        .updateTable('imports')
        .set({ failure: STOPPED_REASON })
        .where('id', '=', dead.id)
        .where('state', '=', 'running')
        .execute();
      return { outcome: 'dead', lease: { ...lease, ...dead } };
    }
    const begun = await begin(transaction);
    if (begun) return { outcome: 'claimed', lease: { ...lease, ...begun } };
    await releaseLease(transaction, lease);
    return { outcome: 'missing' };
  });
}

/** Returns the import that is running or being undone, or that a dead process has left. */
export const findUnfinished = (database: Kysely<Tables>): Promise<UnfinishedImport | undefined> =>
  database
    .selectFrom('imports')
    .select(['id', 'kind'])
    .where('state', 'in', ['running', 'undoing'])
    .executeTakeFirst();

/** The import whose lease this process holds. Every write fails after another process has taken the lease. */
export class RunningImport {
  readonly id: number;
  readonly kind: RunningKind;
  readonly database: Database;
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
    writeRows: (transaction: Kysely<Tables>, now: string) => Promise<Result>,
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

  /** Writes items and the counts so far in short transactions, between which captures continue. */
  async writeEach<Item>(
    items: readonly Item[],
    counter: ImportCounter,
    writeRows: (transaction: Kysely<Tables>, chunk: readonly Item[], now: string) => Promise<void>,
  ): Promise<void> {
    for (const chunk of inChunks(items, this.rowsPerTransaction)) {
      await this.write(async (transaction, now) => {
        await writeRows(transaction, chunk, now);
        await this.#updateRow(transaction, counter.columns);
      });
    }
  }

  async #updateRow(transaction: Kysely<Tables>, columns: Updateable<Tables['imports']>) {
    await transaction.updateTable('imports').set(columns).where('id', '=', this.id).execute();
  }

  /**
   * Ends the import. A complete import of spend settles the network's earlier imports, so that they can no longer be
   * undone. A pull is removed from the list.
   */
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

  /** Ends an import without rows, and removes it from the list. */
  async drop(): Promise<void> {
    await this.#end((transaction) => this.#deleteRow(transaction));
  }

  async #deleteRow(transaction: Kysely<Tables>) {
    await transaction.deleteFrom('imports').where('id', '=', this.id).execute();
  }

  async #end(endRow: (transaction: Kysely<Tables>) => Promise<void>) {
    await this.write(async (transaction) => {
      await endRow(transaction);
      await releaseLease(transaction, this.#lease);
    });
  }
}
