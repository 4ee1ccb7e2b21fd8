import { type RawBuilder, sql } from 'kysely';
import { dialectOf, type Queryable } from './database.ts';
import { type Lock, withLock } from './locks.ts';

interface RowsToDelete {
  readonly table: string;
  /** A unique column: of a table without `rowid` on SQLite, or to delete also rows that are updated meanwhile. */
  readonly key?: string;
  /** May end in an `order by` of the rows to delete first. */
  readonly where: RawBuilder<unknown>;
  readonly rowsPerStatement: number;
}

/** Returns the number of deleted rows; below `rowsPerStatement`, none are left. */
export async function deleteSome(
  database: Queryable,
  { table, key, where, rowsPerStatement }: RowsToDelete,
): Promise<number> {
  const isSqlite = dialectOf(database) === 'sqlite';
  // PostgreSQL keeps a row that gets another ctid while the statement waits for it.
  const stepKey = sql.ref(key ?? (isSqlite ? 'rowid' : 'ctid'));
  const stepKeys = sql`select ${stepKey} from ${sql.table(table)} where ${where} limit ${sql.lit(rowsPerStatement)}`;
  const isInStep = isSqlite
    ? sql`${stepKey} in (${stepKeys})`
    : sql`${stepKey} = any(array(${stepKeys}))`;
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${isInStep}
  `.execute(database);
  return Number(numAffectedRows);
}

/** Deletes all rows in short statements, between which captures are stored. Returns the number of deleted rows. */
export async function deleteInSteps(
  database: Queryable,
  { lock, ...rows }: RowsToDelete & { readonly lock?: Lock },
  signal?: AbortSignal,
): Promise<number> {
  const deleteStep = lock
    ? () => withLock(database, lock, (transaction) => deleteSome(transaction, rows))
    : () => deleteSome(database, rows);
  let deletedRows = 0;
  while (!signal?.aborted) {
    const stepRows = await deleteStep();
    deletedRows += stepRows;
    if (stepRows < rows.rowsPerStatement) break;
  }
  return deletedRows;
}
