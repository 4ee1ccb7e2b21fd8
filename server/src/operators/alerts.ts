import { randomUUID } from 'node:crypto';
import type { Role } from '@funil/contract/console/roles';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database, Tables } from '../store/database.ts';
import { type ClientInfo, toClientColumns } from './attempts.ts';
import { toTimestamp } from './tables.ts';

/**
 * The destination of e-mails to operators. No row of `destinations` names it, so that no event but an alert is queued for it,
 * and its deliveries are neither listed nor replayed: they tell of accounts, and a link is valid for minutes.
 */
export const OPERATOR_MAIL = 'mail:operators';

/**
 * What an e-mail to an operator is about. device: a sign-in from a new device; factor: a new second factor; password: a
 * password set by a link or command; reset: all second factors removed by a command; link: a forgotten password; refused: a
 * platform's notices are refused; silent: none arrives; page: a publication changes a checkout address or a measurement id.
 */
const alertKinds = z.enum([
  'device',
  'factor',
  'password',
  'reset',
  'link',
  'refused',
  'silent',
  'page',
]);
export type AlertKind = z.infer<typeof alertKinds>;

/** An alert's data in the outbox. */
const alertData = z.strictObject({
  operatorId: z.string(),
  kind: alertKinds,
  /** Of the kinds `refused` and `silent`: the platform, and sentences for operators; null for the others. */
  problem: z.nullable(
    z.strictObject({ platform: z.string(), what: z.string(), remedy: z.string() }),
  ),
  /** Of the kind `page`: e-mail of the operator who publishes; null for the others. */
  publishedBy: z.nullable(z.string()),
  /** Empty, like the address, if no client caused the alert. */
  userAgent: z.string(),
  address: z.string(),
});

/** An e-mail to an operator: about the operator's own account, a platform's notices, or a publication of the page. */
export interface OperatorAlert extends Readonly<z.infer<typeof alertData>> {
  readonly email: string;
  readonly role: Role;
  /** ISO time, UTC. */
  readonly createdAt: string;
}

interface NewAlert {
  readonly operatorId: string;
  readonly kind: AlertKind;
  /** Null if a command or the server caused it. */
  readonly client: ClientInfo | null;
  readonly problem?: z.infer<typeof alertData>['problem'];
  /** Of the kind `page`. */
  readonly publishedBy?: string;
}

/** Queues an alert in the transaction of the change that it reports. */
export async function addAlert(
  transaction: Kysely<Tables>,
  { operatorId, kind, client, problem, publishedBy }: NewAlert,
  now: number,
): Promise<void> {
  const id = randomUUID();
  const at = toTimestamp(now);
  const subject = `operator:${operatorId}:${id}`;
  const { address, user_agent: userAgent } = toClientColumns(
    client ?? { address: '', userAgent: '' },
  );
  const data: z.infer<typeof alertData> = {
    operatorId,
    kind,
    problem: problem ?? null,
    publishedBy: publishedBy ?? null,
    userAgent,
    address,
  };
  const { number } = await transaction
    .insertInto('outbox_events')
    .values({
      type: 'operator.alert',
      subject,
      happened_at: at,
      created_at: at,
      data: JSON.stringify(data),
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('deliveries')
    .values({
      id,
      event_number: number,
      destination: OPERATOR_MAIL,
      subject,
      created_at: at,
      due_at: at,
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

/** Returns the alert of an outbox event, with its operator's present address; null if the operator was removed. */
export async function readAlert(
  database: Database,
  event: { readonly data: unknown; readonly happenedAt: string },
): Promise<OperatorAlert | null> {
  const data = alertData.parse(event.data);
  const operator = await database
    .selectFrom('operators')
    .select(['email', 'role'])
    .where('id', '=', data.operatorId)
    .executeTakeFirst();
  return operator ? { ...data, ...operator, createdAt: event.happenedAt } : null;
}

/**
 * Removes alerts, sent or not.
 * @param which those to an operator, or those queued before an ISO time in UTC
 */
export const removeAlerts = (
  transaction: Kysely<Tables>,
  which: { readonly operatorId: string } | { readonly before: string },
) =>
  transaction
    .deleteFrom('outbox_events')
    .where('number', 'in', (query) =>
      query
        .selectFrom('deliveries')
        .select('event_number')
        .where('destination', '=', OPERATOR_MAIL)
        .where(({ eb }) =>
          'before' in which
            ? eb('created_at', '<=', which.before)
            : eb('subject', 'like', `operator:${which.operatorId}:%`),
        ),
    )
    .execute();
