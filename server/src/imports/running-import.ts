import { createHash } from 'node:crypto';
import type { ImportState } from '@funil/contract/console/imports';
import { MINUTE_MS } from '@funil/contract/durations';
import type { ChosenColumns, ImportKind } from '@funil/contract/imports';
import type { Kysely } from 'kysely';
import { normalizeTitle } from '../input/csv-file.ts';
import type { NoticeAdapters } from '../sales/notice.ts';
import { createAdaptiveBatch, workInBatches } from '../store/adaptive-batch.ts';
import type { Database, Tables } from '../store/database.ts';
import { waitForLock } from '../store/locks.ts';
import type { ImportCounter } from './import-counter.ts';

/** What storing and removing rows needs. */
export interface ImportParts {
  readonly database: Database;
  readonly adapters: NoticeAdapters;
  readonly attributionDays: number;
  /** The time in ms since 1970. */
  readonly now: () => number;
}

/** A file that is to be imported. */
export interface NewImport {
  readonly kind: ImportKind;
  readonly fileName: string;
  /** The operator's e-mail address; empty: a command. */
  readonly by: string;
}

/** An import that this process holds, until `until` (ISO in UTC). */
export interface Lease {
  readonly id: number;
  readonly kind: ImportKind;
  readonly until: string;
}

/** How long an import whose process died prevents other imports. */
const LEASE_MS = 2 * MINUTE_MS;
const BATCH_LIMITS = {
  sqlite: { minSize: 20, maxSize: 100, budgetMs: 25 },
  postgres: { minSize: 100, maxSize: 500, budgetMs: 100 },
};

const leaseUntil = (now: number): string => new Date(now + LEASE_MS).toISOString();

/** Returns the hash by which files of the same columns are recognized. */
const digestOf = (titles: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(titles.map(normalizeTitle)))
    .digest('hex');

/** Returns the columns that were chosen for the last file of a kind with these titles; null: none was imported. */
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

/** Stores the columns of an import's file: the next file with these titles is read alike. */
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

/** A lease, or why there is none. `dead`: an import whose process died must be undone first, and the lease is of that import. */
export type Claim =
  | { readonly is: 'claimed' | 'dead'; readonly lease: Lease }
  | { readonly is: 'busy' | 'missing' };

/** Begins an import, unless another one is running or being undone. */
export const beginImport = (
  parts: Pick<ImportParts, 'database' | 'now'>,
  { kind, fileName, by }: NewImport,
): Promise<Claim> =>
  claim(parts, async (transaction, until) => {
    const created_at = new Date(parts.now()).toISOString();
    const { id } = await transaction
      .insertInto('imports')
      .values({
        kind,
        file_name: fileName,
        created_at,
        created_by: by,
        leased_until: until,
        titles: '',
        columns: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, kind };
  });

/** Begins to undo an import. */
export const beginUndo = (
  parts: Pick<ImportParts, 'database' | 'now'>,
  id: number,
): Promise<Claim> =>
  claim(parts, (transaction, until) =>
    transaction
      .updateTable('imports')
      .set({ state: 'undoing', leased_until: until })
      .where('id', '=', id)
      .where('state', '=', 'done')
      .returning(['id', 'kind'])
      .executeTakeFirst(),
  );

/** Takes over an import whose process died; `missing`: there is none. */
export const claimDead = (parts: Pick<ImportParts, 'database' | 'now'>): Promise<Claim> =>
  claim(parts, async () => undefined);

type Begun = Pick<Lease, 'id' | 'kind'>;

/** Runs `begin` unless an import holds a lease. */
function claim(
  { database, now }: Pick<ImportParts, 'database' | 'now'>,
  begin: (transaction: Kysely<Tables>, until: string) => Promise<Begun | undefined>,
): Promise<Claim> {
  return database.transaction().execute(async (transaction): Promise<Claim> => {
    // The lock that every import needs: two replicas never begin at once.
    await waitForLock(transaction, 'sales');
    const until = leaseUntil(now());
    const active = await transaction
      .selectFrom('imports')
      .select(['id', 'kind', 'leased_until'])
      .where('leased_until', 'is not', null)
      .executeTakeFirst();
    if (active) {
      const left = Date.parse(active.leased_until ?? '') - now();
      // A longer lease means that the clock was set back.
      if (left > 0 && left <= 2 * LEASE_MS) return { is: 'busy' };
      await transaction
        .updateTable('imports')
        .set({ leased_until: until })
        .where('id', '=', active.id)
        .execute();
      return { is: 'dead', lease: { id: active.id, kind: active.kind, until } };
    }
    const begun = await begin(transaction, until);
    return begun ? { is: 'claimed', lease: { ...begun, until } } : { is: 'missing' };
  });
}

/** The import that this process holds. It writes only while it holds its lease. */
export class RunningImport {
  readonly id: number;
  readonly kind: ImportKind;
  readonly #parts: ImportParts;
  readonly #batch;
  #lease: string;

  constructor(parts: ImportParts, { id, kind, until }: Lease) {
    this.id = id;
    this.kind = kind;
    this.#parts = parts;
    this.#batch = createAdaptiveBatch(BATCH_LIMITS[parts.database.dialect]);
    this.#lease = until;
  }

  /** Number of rows that one transaction should write. */
  get batchSize(): number {
    return this.#batch.size;
  }

  /**
   * Runs a short transaction after pending captures, with the lock that sales need.
   * @throws if another process has taken over the import
   */
  async write<Result>(
    work: (transaction: Kysely<Tables>, now: string) => Promise<Result>,
    change: ImportChange = {},
  ): Promise<Result> {
    const { database, now } = this.#parts;
    await database.yieldToCaptures();
    const until = 'leased_until' in change ? null : leaseUntil(now());
    const result = await database.transaction().execute(async (transaction) => {
      await waitForLock(transaction, 'sales');
      const done = await work(transaction, new Date(now()).toISOString());
      const renewed = await transaction
        .updateTable('imports')
        .set({ leased_until: until, ...change.set?.() })
        .where('id', '=', this.id)
        .where('leased_until', '=', this.#lease)
        .executeTakeFirst();
      if (renewed.numUpdatedRows !== 1n) throw new Error('The import was taken over.');
      return done;
    });
    this.#lease = until ?? '';
    return result;
  }

  /** Writes items in short transactions, between which captures continue, and the counts with them. */
  async writeEach<Item>(
    items: readonly Item[],
    counter: ImportCounter,
    work: (transaction: Kysely<Tables>, some: readonly Item[], now: string) => Promise<void>,
  ): Promise<void> {
    await workInBatches(this.#parts.database, items, {
      batch: this.#batch,
      work: (some) =>
        this.write((transaction, now) => work(transaction, some, now), {
          set: () => counter.columns,
        }),
    });
  }

  /** Ends an import without rows, and removes it from the list. */
  async drop(): Promise<void> {
    await this.#parts.database
      .deleteFrom('imports')
      .where('id', '=', this.id)
      .where('leased_until', '=', this.#lease)
      .execute();
  }

  /** Ends the import. */
  async finish(state: ImportState, counter?: ImportCounter): Promise<void> {
    await this.write(async () => undefined, {
      leased_until: null,
      set: () => ({ state, ...counter?.columns }),
    });
  }
}

interface ImportChange {
  /** Set if the lease ends. */
  readonly leased_until?: null;
  /** Returns the changed columns, after the work. */
  readonly set?: () => object;
}
