import type { Database } from '../store/database.ts';
import type { AssuranceLevel } from '../store/operator-tables.ts';
import { operatorTables } from './tables.ts';

/** Which of an operator's sessions: all, this one, or all but this one. */
export type Scope = 'global' | 'local' | 'others';

export async function endSessions(
  database: Database,
  { operatorId, sessionId }: { operatorId: string; sessionId: string },
  scope: Scope,
): Promise<void> {
  const all = operatorTables(database)
    .deleteFrom('operator_sessions')
    .where('operator_id', '=', operatorId);
  if (scope === 'global') await all.execute();
  else await all.where('id', scope === 'local' ? '=' : '!=', sessionId).execute();
}

/** A session as its owner recognises it; moments are ISO times in UTC. */
export interface ListedSession {
  readonly id: string;
  readonly createdAt: string;
  readonly refreshedAt: string;
  readonly aal: AssuranceLevel;
  readonly userAgent: string;
  readonly address: string;
}

/** An operator's sessions, the one used last first. */
export async function listSessions(
  database: Database,
  operatorId: string,
): Promise<ListedSession[]> {
  return operatorTables(database)
    .selectFrom('operator_sessions')
    .select([
      'id',
      'created_at as createdAt',
      'refreshed_at as refreshedAt',
      'aal',
      'user_agent as userAgent',
      'address',
    ])
    .where('operator_id', '=', operatorId)
    .orderBy('refreshed_at', 'desc')
    .orderBy('id')
    .execute();
}
