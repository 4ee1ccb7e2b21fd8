import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import { inFunil } from '../store/funil-tables.ts';

/** The operators' tables of a database. */
export const operatorTables = (database: Database): Kysely<Tables> =>
  inFunil<Tables>(database, database.dialect);

/**
 * Does several things together or none. The first of them has to be a write: SQLite lets nobody write
 * on what he read before another wrote. Short, for captures wait meanwhile.
 */
export const together = <Result>(
  database: Database,
  work: (tables: Kysely<Tables>) => Promise<Result>,
): Promise<Result> =>
  database.transaction().execute((step) => work(inFunil<Tables>(step, database.dialect)));

/** A moment in ms as the tables hold it. */
export const toMoment = (ms: number): string => new Date(ms).toISOString();

/**
 * Waits until nobody else is changing an operator's factors; nobody will until the transaction ends. A
 * write that changes nothing, so that on SQLite, too, what is read afterwards may be written upon.
 */
export async function takeTurn(tables: Kysely<Tables>, operatorId: string): Promise<void> {
  await tables
    .updateTable('operators')
    .set(({ ref }) => ({ email: ref('email') }))
    .where('id', '=', operatorId)
    .execute();
}

/** Whether the operator of a row has a confirmed second factor; 0 or 1 on SQLite. */
export const hasFactor = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'operators'>) =>
  exists(
    selectFrom('operator_factors')
      .select('operator_factors.id')
      .whereRef('operator_factors.operator_id', '=', 'operators.id')
      .where('factor_type', '=', 'totp')
      .where('status', '=', 'verified'),
  );
