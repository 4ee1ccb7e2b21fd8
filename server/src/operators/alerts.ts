import { randomUUID } from 'node:crypto';
import { describeDevice } from '@funil/contract/operators/describe-device';
import type { Role } from '@funil/contract/operators/roles';
import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Database, Queryable } from '../store/database.ts';
import { type ClientInfo, toClientColumns } from './attempts.ts';
import { PUSH_PREFIX } from './push-devices.ts';

/** The destination of alerts. Without a row in `destinations`, nothing else is queued for it. */
export const OPERATOR_MAIL = 'mail:operators';

/** The condition of listed deliveries. Deliveries to operators are not listed, counted or replayed. */
export const NOT_TO_OPERATORS = sql<SqlBool>`destination <> ${sql.lit(OPERATOR_MAIL)} and destination not like ${sql.lit(`${PUSH_PREFIX}%`)}`;

/** An alert in the outbox. The operator's address and the link's token are added on sending. */
const alertSchema = z.strictObject({
  operatorId: z.string(),
  subject: z.string(),
  kicker: z.string(),
  title: z.string(),
  what: z.string(),
  /** The remedy; in a summary, the meaning of the numbers in brackets. */
  remedy: z.string(),
  isUrgent: z.boolean(),
  button: z.strictObject({ label: z.string(), path: z.string() }),
  links: z.array(z.strictObject({ label: z.string(), path: z.string() })).optional(),
  hasLink: z.boolean(),
  fields: z.array(z.strictObject({ label: z.string(), value: z.string() })),
});

export type AlertText = Readonly<Omit<z.infer<typeof alertSchema>, 'operatorId' | 'hasLink'>>;

export interface OperatorAlert extends Readonly<z.infer<typeof alertSchema>> {
  readonly email: string;
  readonly role: Role;
  readonly createdAt: string;
}

async function addAlert(
  transaction: Queryable,
  alert: z.infer<typeof alertSchema>,
  now: number,
  dueAt = now,
): Promise<number> {
  const id = randomUUID();
  const at = new Date(now).toISOString();
  const subject = `operator:${alert.operatorId}:${id}`;
  const { number } = await transaction
    .insertInto('outbox_events')
    .values({
      type: 'operator.alert',
      subject,
      happened_at: at,
      created_at: at,
      data: JSON.stringify(alert),
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
      due_at: new Date(dueAt).toISOString(),
    })
    .execute();
  return number;
}

interface RoleAlert {
  readonly to: readonly Role[];
  readonly text: AlertText;
  readonly operatorId?: string | undefined;
  readonly dueAt?: number | undefined;
}

/** Queues an e-mail per operator with a role in `to`. Returns the numbers of the outbox events. */
export async function addRoleAlerts(
  transaction: Queryable,
  alert: RoleAlert,
  now: number,
): Promise<number[]> {
  const { to, text, operatorId = null, dueAt } = alert;
  const operators = await transaction
    .selectFrom('operators')
    .select('id')
    .where('role', 'in', to)
    .$if(operatorId !== null, (query) => query.where('id', '=', operatorId))
    .execute();
  const numbers: number[] = [];
  for (const { id } of operators) {
    numbers.push(
      await addAlert(transaction, { ...text, operatorId: id, hasLink: false }, now, dueAt),
    );
  }
  return numbers;
}

const ACCOUNT_ALERTS = {
  device: {
    title: 'Entrada em um aparelho novo',
    remedy:
      'Não foi você? Troque a senha em Conta: os outros aparelhos saem. Depois faça códigos de recuperação novos.',
  },
  factor: {
    title: 'Um aplicativo de códigos foi ligado à sua conta',
    remedy:
      'Não foi você? Entre, tire em Conta o aplicativo que não conhece, troque a senha e avise quem cuida do servidor.',
  },
  password: {
    title: 'A sua senha foi definida de novo',
    remedy:
      'Não foi você quem pediu? Peça a quem cuida do servidor um link novo, e conte o que aconteceu.',
  },
  reset: {
    title: 'O seu segundo fator foi desligado',
    remedy:
      'Na próxima entrada você cadastra outro aplicativo. Não foi você quem pediu? Avise quem cuida do servidor.',
  },
  link: {
    title: 'Crie uma senha nova',
    remedy: 'Não foi você quem pediu? Apague este e-mail: sem o link, a sua senha não muda.',
  },
} as const;

interface AccountAlert {
  readonly operatorId: string;
  readonly kind: keyof typeof ACCOUNT_ALERTS;
  /** The device that caused the alert; null if a command did. */
  readonly client: ClientInfo | null;
}

export function addAccountAlert(
  transaction: Queryable,
  { operatorId, kind, client }: AccountAlert,
  now: number,
): Promise<number> {
  const { title, remedy } = ACCOUNT_ALERTS[kind];
  const hasLink = kind === 'link';
  const alert = {
    operatorId,
    subject: `Sua conta no painel: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    kicker: 'Sua conta no painel',
    title,
    what: hasLink
      ? 'O link vale uma vez, até 30 minutos depois do pedido.'
      : 'Foi você? Então não precisa fazer nada.',
    remedy,
    isUrgent: false,
    button: hasLink
      ? { label: 'Criar senha nova', path: '/primeiro-acesso' }
      : { label: 'Abrir Conta', path: '/conta' },
    hasLink,
    fields: describeClient(client),
  };
  return addAlert(transaction, alert, now);
}

export function describeClient(client: ClientInfo | null): AlertText['fields'] {
  if (client === null) return [{ label: 'Aparelho', value: 'o servidor, por um comando' }];
  const { address, user_agent } = toClientColumns(client);
  return [
    { label: 'Aparelho', value: describeDevice(user_agent) },
    { label: 'Endereço IP', value: address },
  ];
}

export async function readAlert(
  database: Database,
  event: { readonly data: unknown; readonly happenedAt: string },
): Promise<OperatorAlert | null> {
  const alert = alertSchema.parse(event.data);
  const operator = await database
    .selectFrom('operators')
    .select(['email', 'role'])
    .where('id', '=', alert.operatorId)
    .executeTakeFirst();
  return operator ? { ...alert, ...operator, createdAt: event.happenedAt } : null;
}

export const removeAlerts = (
  transaction: Queryable,
  selection: { readonly operatorId: string } | { readonly before: string },
) =>
  transaction
    .deleteFrom('outbox_events')
    .where('type', '=', 'operator.alert')
    .where(({ eb }) =>
      'before' in selection
        ? eb('created_at', '<=', selection.before)
        : eb('subject', 'like', `operator:${selection.operatorId}:%`),
    )
    .execute();
