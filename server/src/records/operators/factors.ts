import type { Database } from '../../store/database.ts';
import { operatorTables } from './tables.ts';

/** A second factor; moments are ISO times in UTC. */
export interface Factor {
  readonly id: string;
  readonly type: 'totp' | 'recovery_code';
  readonly friendlyName: string;
  readonly status: 'unverified' | 'verified';
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An operator's factors, the oldest first. */
export async function listFactors(database: Database, operatorId: string): Promise<Factor[]> {
  return operatorTables(database)
    .selectFrom('operator_factors')
    .select([
      'id',
      'factor_type as type',
      'friendly_name as friendlyName',
      'status',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('operator_id', '=', operatorId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
