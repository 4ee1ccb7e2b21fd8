import { randomUUID } from 'node:crypto';
import type { SummaryTime } from '@funil/contract/console/summary';
import type { AccountOperator } from '@funil/contract/operators/account';
import { CONTACT_STAFF, type Role } from '@funil/contract/operators/roles';
import type { Selectable } from 'kysely';
import type { Database, Queryable } from '../store/database.ts';
import { withLock } from '../store/locks.ts';
import type { OperatorTables } from '../store/operator-tables.ts';
import { addAccountAlert, removeAlerts } from './alerts.ts';
import type { ClientInfo } from './attempts.ts';
import { hasFactor } from './has-factor.ts';

export type Account = Selectable<OperatorTables['operators']>;

const findOperator = (database: Database, column: 'id' | 'email', value: string) =>
  database.selectFrom('operators').selectAll().where(column, '=', value).executeTakeFirst();

export const findAccount = async (database: Database, email: string): Promise<Account | null> =>
  (await findOperator(database, 'email', email)) ?? null;

export const findAccountById = async (database: Database, id: string): Promise<Account | null> =>
  (await findOperator(database, 'id', id)) ?? null;

export async function hasAccounts(database: Database): Promise<boolean> {
  const query = database.selectFrom('operators').select('id').limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function listAccounts(database: Database): Promise<Omit<AccountOperator, 'is_me'>[]> {
  const rows = await database
    .selectFrom('operators')
    .select(['id', 'email', 'created_at', 'last_sign_in_at', 'role'])
    .select((expression) => hasFactor(expression).as('has_factor'))
    .orderBy('email')
    .execute();
  return rows.map((row) => ({ ...row, has_factor: Boolean(row.has_factor) }));
}

export async function listContactStaffEmails(database: Database): Promise<string[]> {
  const query = database.selectFrom('operators').select('email').where('role', 'in', CONTACT_STAFF);
  return (await query.orderBy('email').execute()).map(({ email }) => email);
}

export const changeSummary = (database: Database, id: string, summary: SummaryTime) =>
  database.updateTable('operators').set({ summary }).where('id', '=', id).execute();

export interface AccountPassword {
  readonly email: string;
  readonly passwordHash: string;
  readonly role: Role;
  /** Null if a command sets the password. */
  readonly client: ClientInfo | null;
}

/**
 * Ends the sessions, links and known devices of an existing operator, who keeps the former role. A new operator becomes
 * owner if there is no owner yet.
 */
export async function createAccountOrSetPassword(
  transaction: Queryable,
  { email, passwordHash, role, client }: AccountPassword,
  now: number,
): Promise<Account> {
  const changedAt = new Date(now).toISOString();
  const newId = randomUUID();
  const { id } = await transaction
    .insertInto('operators')
    .values(({ exists, selectFrom, eb, val }) => ({
      id: newId,
      email,
      password: passwordHash,
      created_at: changedAt,
      password_changed_at: changedAt,
      role: eb
        .case()
        .when(exists(selectFrom('operators').select('id').where('role', '=', 'owner')))
        .then(val(role))
        .else(val<Role>('owner'))
        .end(),
    }))
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ password: passwordHash, password_changed_at: changedAt }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await transaction.deleteFrom('operator_links').where('email', '=', email).execute();
  if (id !== newId) {
    for (const table of ['operator_sessions', 'operator_known_origins'] as const) {
      await transaction.deleteFrom(table).where('operator_id', '=', id).execute();
    }
    await addAccountAlert(transaction, { operatorId: id, kind: 'password', client }, now);
  }
  const query = transaction.selectFrom('operators').selectAll().where('id', '=', id);
  return query.executeTakeFirstOrThrow();
}

export async function changePassword(
  database: Database,
  change: { operatorId: string; sessionId: string; passwordHash: string },
  now: number,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { email } = await transaction
      .updateTable('operators')
      .set({ password: change.passwordHash, password_changed_at: new Date(now).toISOString() })
      .where('id', '=', change.operatorId)
      .returning('email')
      .executeTakeFirstOrThrow();
    await transaction.deleteFrom('operator_links').where('email', '=', email).execute();
    await transaction
      .deleteFrom('operator_sessions')
      .where('operator_id', '=', change.operatorId)
      .where('id', '!=', change.sessionId)
      .execute();
  });
}

type AccountChangeOutcome = 'done' | 'unknown' | 'last-owner';

/**
 * Also removes the links for the operator's address; the database removes the links that the operator made.
 * The last owner is not removed.
 */
export async function removeAccount(
  database: Database,
  email: string,
): Promise<AccountChangeOutcome> {
  return withLock(database, 'operators', async (transaction) => {
    if (await isLastOwner(transaction, email)) return 'last-owner';
    const operator = await transaction
      .deleteFrom('operators')
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirst();
    await transaction.deleteFrom('operator_links').where('email', '=', email).execute();
    if (!operator) return 'unknown';
    await removeAlerts(transaction, { operatorId: operator.id });
    return 'done';
  });
}

/**
 * Removes the links for the operator's address, because they name the former role, and the links that the operator made
 * in that role. The last owner stays owner.
 */
export async function changeRole(
  database: Database,
  { email, role }: { email: string; role: Role },
): Promise<AccountChangeOutcome> {
  return withLock(database, 'operators', async (transaction) => {
    if ((await isLastOwner(transaction, email)) && role !== 'owner') return 'last-owner';
    const operator = await transaction
      .updateTable('operators')
      .set({ role })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirst();
    if (!operator) return 'unknown';
    await transaction
      .deleteFrom('operator_links')
      .where(({ or, eb }) => or([eb('created_by', '=', operator.id), eb('email', '=', email)]))
      .execute();
    return 'done';
  });
}

/** The caller must hold the lock `operators`. */
async function isLastOwner(transaction: Queryable, email: string): Promise<boolean> {
  const owners = await transaction
    .selectFrom('operators')
    .select('email')
    .where('role', '=', 'owner')
    .limit(2)
    .execute();
  return owners.length === 1 && owners[0]?.email === email;
}
