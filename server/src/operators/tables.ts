import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '../store/database.ts';

/** Returns a time in ms as the tables store it: ISO, UTC. */
export const toTimestamp = (ms: number): string => new Date(ms).toISOString();

/** Selects whether an operator has a verified second factor; 0 or 1 on SQLite. */
export const hasFactor = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'operators'>) =>
  exists(
    selectFrom('operator_factors')
      .select('operator_factors.id')
      .whereRef('operator_factors.operator_id', '=', 'operators.id')
      .where('factor_type', '=', 'totp')
      .where('status', '=', 'verified'),
  );
