import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../store/database.ts';

/** Selects whether an operator has a verified second factor; 0 or 1 on SQLite. */
export const hasFactor = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'operators'>) =>
  exists(
    selectFrom('operator_factors')
      .select('operator_factors.id')
      .whereRef('operator_factors.operator_id', '=', 'operators.id')
      .where('factor_type', '=', 'totp')
      .where('status', '=', 'verified'),
  );
