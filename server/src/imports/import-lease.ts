import type { Selectable } from 'kysely';
import type { SalesDependencies } from '../sales/update-sales.ts';
import type { Queryable, Tables } from '../store/database.ts';
import { type Lease, releaseLease, takeLease } from '../store/lease.ts';

/** `pull`: spend from Meta's API. */
export type ImportRunKind = Selectable<Tables['imports']>['kind'];

export interface NewImport {
  readonly kind: ImportRunKind;
  readonly fileName: string;
  /** The operator's e-mail address; empty: a command. */
  readonly by: string;
}

export interface ImportLease extends Lease {
  readonly id: number;
  readonly kind: ImportRunKind;
}

/** Imports share this lease, so that only one import runs at a time. */
export const IMPORT_LEASE = 'import';
/** `dead`: the lease is for an earlier import, whose process died, and which must be undone first. */
export type ImportClaim =
  | { readonly outcome: 'claimed'; readonly lease: ImportLease }
  | { readonly outcome: 'dead'; readonly lease: ImportLease }
  | { readonly outcome: 'busy' | 'missing' };

export const beginImport = (
  deps: Pick<SalesDependencies, 'database' | 'now'>,
  { kind, fileName, by }: NewImport,
): Promise<ImportClaim> =>
  takeImport(deps, async (transaction) => {
    const created_at = new Date(deps.now()).toISOString();
    const { id } = await transaction
      .insertInto('imports')
      .values({ kind, file_name: fileName, created_at, created_by: by, titles: '', columns: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, kind };
  });

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

/** Takes over the import of a dead process. Without one, the outcome is `missing`. */
export const claimDeadImport = (
  deps: Pick<SalesDependencies, 'database' | 'now'>,
): Promise<ImportClaim> => takeImport(deps, async () => undefined);

const STOPPED_IMPORT_REASON =
  'O servidor parou no meio, ou o disco dele encheu. Importe o arquivo de novo.';

type UnfinishedImport = Pick<ImportLease, 'id' | 'kind'>;

function takeImport(
  { database, now }: Pick<SalesDependencies, 'database' | 'now'>,
  begin: (transaction: Queryable) => Promise<UnfinishedImport | undefined>,
): Promise<ImportClaim> {
  return database.transaction().execute(async (transaction): Promise<ImportClaim> => {
    const lease = await takeLease(transaction, IMPORT_LEASE, now());
    if (lease === null) return { outcome: 'busy' };
    const deadImport = await findUnfinished(transaction);
    if (deadImport) {
      await storeFailure(transaction, deadImport.id, STOPPED_IMPORT_REASON);
      return { outcome: 'dead', lease: { ...lease, ...deadImport } };
    }
    const begunImport = await begin(transaction);
    if (begunImport) return { outcome: 'claimed', lease: { ...lease, ...begunImport } };
    await releaseLease(transaction, lease);
    return { outcome: 'missing' };
  });
}

/** Stores why an import failed, before its rows are removed. */
export const storeFailure = (database: Queryable, id: number, failure: string) =>
  database
    .updateTable('imports')
    .set({ failure })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();

export const findUnfinished = (database: Queryable): Promise<UnfinishedImport | undefined> =>
  database
    .selectFrom('imports')
    .select(['id', 'kind'])
    .where('state', 'in', ['running', 'undoing'])
    .executeTakeFirst();
