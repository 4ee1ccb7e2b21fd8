import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import type { OperatorTables } from '../store/operator-tables.ts';
import { operatorTables, toMoment } from './tables.ts';

export type NoticeKind = OperatorTables['operator_notices']['kind'];

/** An e-mail to an operator about the operator's own account. */
export interface Notice {
  readonly id: string;
  readonly email: string;
  readonly kind: NoticeKind;
  /** Empty, as the address: a command did it. */
  readonly userAgent: string;
  readonly address: string;
  /** ISO time, UTC. */
  readonly createdAt: string;
  /** Attempts to send it so far, with this one. */
  readonly attempts: number;
}

/** Queues a notice, in the transaction of what it is about. */
export async function addNotice(
  tables: Kysely<Tables>,
  notice: { operatorId: string; kind: NoticeKind; address: string; userAgent: string },
  now: number,
): Promise<void> {
  const moment = toMoment(now);
  await tables
    .insertInto('operator_notices')
    .values({
      id: randomUUID(),
      operator_id: notice.operatorId,
      kind: notice.kind,
      user_agent: notice.userAgent,
      address: notice.address,
      created_at: moment,
      due_at: moment,
    })
    .execute();
}

/**
 * Takes the notice that is due longest for one attempt to send it; of several processes one gets it.
 * @param lease how long the attempt may take before another process may try, in ms
 * @returns null: none is due
 */
export async function claimNotice(
  database: Database,
  lease: number,
  now: number,
): Promise<Notice | null> {
  const tables = operatorTables(database);
  const found = await tables
    .selectFrom('operator_notices')
    .innerJoin('operators', 'operators.id', 'operator_notices.operator_id')
    .select([
      'operator_notices.id',
      'operators.email',
      'kind',
      'user_agent as userAgent',
      'address',
      'operator_notices.created_at as createdAt',
      'attempts',
    ])
    .where('due_at', '<=', toMoment(now))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  const attempts = found.attempts + 1;
  const { numUpdatedRows } = await tables
    .updateTable('operator_notices')
    .set({ attempts, due_at: toMoment(now + lease) })
    .where('id', '=', found.id)
    .where('attempts', '=', found.attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { ...found, attempts } : null;
}

/** Sets when a notice is tried next; null: it was sent, or never will be. */
export async function settleNotice(
  database: Database,
  id: string,
  next: number | null,
): Promise<void> {
  const tables = operatorTables(database);
  await (next === null
    ? tables.deleteFrom('operator_notices').where('id', '=', id)
    : tables
        .updateTable('operator_notices')
        .set({ due_at: toMoment(next) })
        .where('id', '=', id)
  ).execute();
}
