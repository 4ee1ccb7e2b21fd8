import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Tables } from '../store/database.ts';

/** Returns a time in ms as the tables store it: ISO, UTC. */
export const toTimestamp = (ms: number): string => new Date(ms).toISOString();

/**
 * Locks an operator until the transaction ends, so that its factors change in one transaction at a time. The lock is a write
 * without effect, and the transaction's first statement: SQLite refuses a write after a read if another connection wrote in
 * between.
 */
export async function lockOperator(transaction: Kysely<Tables>, operatorId: string): Promise<void> {
  await transaction
    .updateTable('operators')
    .set(({ ref }) => ({ email: ref('email') }))
    .where('id', '=', operatorId)
    .execute();
}

/** Selects whether an operator has a verified second factor; 0 or 1 on SQLite. */
export const hasFactor = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'operators'>) =>
  exists(
    selectFrom('operator_factors')
      .select('operator_factors.id')
      .whereRef('operator_factors.operator_id', '=', 'operators.id')
      .where('factor_type', '=', 'totp')
      .where('status', '=', 'verified'),
  );
