import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import type { OperatorTables } from '../store/operator-tables.ts';
import { toTimestamp } from './tables.ts';

export type AlertKind = OperatorTables['operator_alerts']['kind'];

/** An e-mail to an operator about the operator's own account. */
export interface OperatorAlert {
  readonly id: string;
  readonly email: string;
  readonly kind: AlertKind;
  /** Empty, like the address, after a command. */
  readonly userAgent: string;
  readonly address: string;
  /** ISO time, UTC. */
  readonly createdAt: string;
  /** Attempts so far, including this one. */
  readonly attempts: number;
}

/** Queues a notice in the transaction of the change that it reports. */
export async function addAlert(
  tables: Kysely<Tables>,
  notice: { operatorId: string; kind: AlertKind; address: string; userAgent: string },
  now: number,
): Promise<void> {
  const at = toTimestamp(now);
  await tables
    .insertInto('operator_alerts')
    .values({
      id: randomUUID(),
      operator_id: notice.operatorId,
      kind: notice.kind,
      user_agent: notice.userAgent,
      address: notice.address,
      created_at: at,
      due_at: at,
    })
    .execute();
}

/**
 * Claims the longest due notice for one attempt; only one of several processes gets it.
 * @param lease time in ms after which another process may try
 * @returns null if no notice is due
 */
export async function claimAlert(
  database: Database,
  lease: number,
  now: number,
): Promise<OperatorAlert | null> {
  const found = await database
    .selectFrom('operator_alerts')
    .innerJoin('operators', 'operators.id', 'operator_alerts.operator_id')
    .select([
      'operator_alerts.id',
      'operators.email',
      'kind',
      'user_agent as userAgent',
      'address',
      'operator_alerts.created_at as createdAt',
      'attempts',
    ])
    .where('due_at', '<=', toTimestamp(now))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  const attempts = found.attempts + 1;
  const { numUpdatedRows } = await database
    .updateTable('operator_alerts')
    .set({ attempts, due_at: toTimestamp(now + lease) })
    .where('id', '=', found.id)
    .where('attempts', '=', found.attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { ...found, attempts } : null;
}

/** Schedules the next attempt; null removes the notice, sent or given up. */
export async function settleAlert(
  database: Database,
  id: string,
  next: number | null,
): Promise<void> {
  await (next === null
    ? database.deleteFrom('operator_alerts').where('id', '=', id)
    : database
        .updateTable('operator_alerts')
        .set({ due_at: toTimestamp(next) })
        .where('id', '=', id)
  ).execute();
}
