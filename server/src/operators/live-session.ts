import type { Role } from '@funil/contract/console/roles';
import type { Database } from '../store/database.ts';
import type { AssuranceLevel } from '../store/operator-tables.ts';
import { SESSION_MS } from '../store/retention.ts';
import { type Proof, readProofs } from './sessions.ts';
import { hasFactor, operatorTables, toMoment } from './tables.ts';

/** A session that lives, as whoever judges a request needs it. */
export interface LiveSession {
  readonly operatorId: string;
  readonly email: string;
  readonly role: Role;
  readonly aal: AssuranceLevel;
  readonly amr: readonly Proof[];
  /** Whether its operator has a second factor that was verified. */
  readonly hasFactor: boolean;
}

/** @returns null: it has ended, or never began */
export async function findLiveSession(
  database: Database,
  id: string,
  now: number,
): Promise<LiveSession | null> {
  const row = await operatorTables(database)
    .selectFrom('operator_sessions')
    .innerJoin('operators', 'operators.id', 'operator_sessions.operator_id')
    .select((expression) => [
      'operator_sessions.operator_id as operatorId',
      'operators.email',
      'operators.role',
      'operator_sessions.aal',
      'operator_sessions.amr',
      hasFactor(expression).as('hasFactor'),
    ])
    .where('operator_sessions.id', '=', id)
    .where('operator_sessions.created_at', '>', toMoment(now - SESSION_MS))
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, amr: readProofs(row.amr), hasFactor: Boolean(row.hasFactor) };
}
