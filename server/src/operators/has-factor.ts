import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../store/database.ts';

export const hasFactor = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'operators'>) =>
  exists(
    selectFrom('operator_factors')
      .select('operator_factors.id')
      .whereRef('operator_factors.operator_id', '=', 'operators.id')
      .where('factor_type', '=', 'totp')
      .where('status', '=', 'verified'),
  );
