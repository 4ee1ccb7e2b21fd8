import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '@funil/contract/operators/roles';
import type { ExpressionBuilder } from 'kysely';
import type { Database, Queryable, Tables } from '../store/database.ts';
import { withLock } from '../store/locks.ts';
import { RETENTION } from '../store/retention.ts';
import { type Account, type AccountPassword, createAccountOrSetPassword } from './accounts.ts';
import type { OperatorAlert } from './alerts.ts';

/** The condition of a valid link: made by a command, by a current owner, or by its operator. */
const isCreatorEntitled = (link: ExpressionBuilder<Tables, 'operator_links'>) =>
  link.or([
    link('created_by', 'is', null),
    link.exists(
      link
        .selectFrom('operators')
        .select('operators.id')
        .whereRef('operators.id', '=', 'operator_links.created_by')
        .where((operator) =>
          operator.or([
            operator('operators.role', '=', 'owner'),
            operator('operators.email', '=', operator.ref('operator_links.email')),
          ]),
        ),
    ),
  ]);

const tokenDigestOf = (token: string) => createHash('sha256').update(token).digest();

export interface OperatorLink {
  /** Null: the first operator will enter the address. */
  readonly email: string | null;
  readonly role: Role;
  readonly expiresAt: string;
}

/**
 * Returns the token. Removes earlier links for the same address, except for the first operator, because each replica
 * prints a link.
 * @param email null for the first operator
 * @param createdBy the operator, whose removal also removes the link; null for a command
 */
export async function makeOperatorLink(
  database: Database,
  link: Pick<OperatorLink, 'email' | 'role'> & { createdBy?: string | null; lifetimeMs?: number },
  now: number,
): Promise<string> {
  const { email, role, createdBy = null, lifetimeMs = RETENTION.operatorLink.ms } = link;
  const token = randomBytes(24).toString('base64url');
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('operator_links').where('email', '=', email).execute();
    await transaction
      .insertInto('operator_links')
      .values({
        digest: tokenDigestOf(token),
        email,
        role,
        created_by: createdBy,
        created_at: new Date(now).toISOString(),
        expires_at: new Date(now + lifetimeMs).toISOString(),
      })
      .execute();
  });
  return token;
}

/** An attempt makes its own link, so that no token is stored. Returns the token; null if the request is too old. */
export async function makeMailedLink(
  database: Database,
  {
    email,
    role,
    operatorId,
    createdAt,
  }: Pick<OperatorAlert, 'email' | 'role' | 'operatorId' | 'createdAt'>,
  now: number,
): Promise<string | null> {
  // With a clock that was set back, the link must not live longer.
  const ageMs = Math.max(0, now - Date.parse(createdAt));
  if (ageMs >= RETENTION.passwordLink.ms) return null;
  const lifetimeMs = RETENTION.passwordLink.ms - ageMs;
  return makeOperatorLink(database, { email, role, createdBy: operatorId, lifetimeMs }, now);
}

/** Returns null if the link was used, replaced or withdrawn, or has expired. */
export async function findLink(
  database: Database,
  token: string,
  now: number,
): Promise<OperatorLink | null> {
  const link = await database
    .selectFrom('operator_links')
    .select(['email', 'role', 'expires_at as expiresAt'])
    .where('digest', '=', tokenDigestOf(token))
    .where(isCreatorEntitled)
    .executeTakeFirst();
  return link && link.expiresAt > new Date(now).toISOString() ? link : null;
}

/** `email` is the link's address, or the entered one if the link has none. */
type LinkRedemption = Omit<AccountPassword, 'role'> & { readonly token: string };

/**
 * Uses one transaction, so that only one of several parallel requests succeeds, and a removed operator is not created
 * again. Returns null if the link is no longer open, or is for another address.
 */
export const redeemLink = (
  database: Database,
  { token, ...account }: LinkRedemption,
  now: number,
): Promise<Account | null> =>
  withLock(database, 'operators', async (transaction) => {
    const link = await transaction
      .deleteFrom('operator_links')
      .where('digest', '=', tokenDigestOf(token))
      .where('expires_at', '>', new Date(now).toISOString())
      .where(isCreatorEntitled)
      .where(({ or, eb }) => or([eb('email', 'is', null), eb('email', '=', account.email)]))
      .returning(['role', 'email as linkEmail'])
      .executeTakeFirst();
    if (!link) return null;
    if (link.linkEmail === null) await removeFirstOperatorLinks(transaction);
    return createAccountOrSetPassword(transaction, { ...account, role: link.role }, now);
  });

export async function listOperatorLinks(database: Database, now: number): Promise<OperatorLink[]> {
  return database
    .selectFrom('operator_links')
    .select(['email', 'role', 'expires_at as expiresAt'])
    .where('expires_at', '>', new Date(now).toISOString())
    .where(isCreatorEntitled)
    .orderBy('email')
    .execute();
}

export async function withdrawInvitation(database: Database, email: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('operator_links')
    .where('email', '=', email)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function removeFirstOperatorLinks(database: Queryable): Promise<void> {
  await database.deleteFrom('operator_links').where('email', 'is', null).execute();
}
