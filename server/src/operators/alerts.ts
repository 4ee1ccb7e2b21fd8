import { randomUUID } from 'node:crypto';
import type { Role } from '@funil/contract/console/roles';
import type { Kysely } from 'kysely';
import type { Database, Tables } from '../store/database.ts';
import type { OperatorTables } from '../store/operator-tables.ts';
import { type ClientInfo, toClientColumns } from './attempts.ts';
import { toTimestamp } from './tables.ts';

export type AlertKind = OperatorTables['operator_alerts']['kind'];

/** An e-mail to an operator: about the operator's own account, a platform's notices, or a publication of the page. */
export interface OperatorAlert {
  readonly id: string;
  readonly operatorId: string;
  readonly email: string;
  readonly role: Role;
  readonly kind: AlertKind;
  /** Of the kinds `refused` and `silent`; null for the others. */
  readonly platform: string | null;
  /** Of the kind `page`: e-mail of the operator who publishes; null for the others. */
  readonly publishedBy: string | null;
  /** Empty, like the address, if no client caused the alert. */
  readonly userAgent: string;
  readonly address: string;
  /** ISO time, UTC. */
  readonly createdAt: string;
  /** Attempts so far, including this one. */
  readonly attempts: number;
}

interface NewAlert {
  readonly operatorId: string;
  readonly kind: AlertKind;
  /** Null if a command or the server caused it. */
  readonly client: ClientInfo | null;
  /** Of the kinds `refused` and `silent`. */
  readonly platform?: string;
  /** Of the kind `page`. */
  readonly publishedBy?: string;
}

/** Queues an alert in the transaction of the change that it reports. */
export async function addAlert(
  transaction: Kysely<Tables>,
  { operatorId, kind, client, platform, publishedBy }: NewAlert,
  now: number,
): Promise<void> {
  const at = toTimestamp(now);
  await transaction
    .insertInto('operator_alerts')
    .values({
      id: randomUUID(),
      operator_id: operatorId,
      kind,
      platform: platform ?? null,
      published_by: publishedBy ?? null,
      created_at: at,
      due_at: at,
      ...toClientColumns(client ?? { address: '', userAgent: '' }),
    })
    .execute();
}

/** Queues an alert to every owner. */
export async function addOwnerAlerts(
  transaction: Kysely<Tables>,
  alert: Omit<NewAlert, 'operatorId'>,
  now: number,
): Promise<void> {
  const owners = await transaction
    .selectFrom('operators')
    .select('id')
    .where('role', '=', 'owner')
    .execute();
  for (const { id } of owners) await addAlert(transaction, { ...alert, operatorId: id }, now);
}

/**
 * Claims the alert that is due longest for one attempt; only one of several processes gets it.
 * @param lease time in ms after which another process may try
 * @returns null if no alert is due
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
      'operator_id as operatorId',
      'operators.email',
      'operators.role',
      'kind',
      'platform',
      'published_by as publishedBy',
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

/** Schedules the next attempt; null removes the alert. */
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
