import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '@funil/contract/console/roles';
import type { Database } from '../store/database.ts';
import { OPERATOR_LINK_MS } from '../store/retention.ts';
import { type Account, type NewPassword, setPassword } from './accounts.ts';
import { toTimestamp } from './tables.ts';

const digestOf = (token: string) => createHash('sha256').update(token).digest();

/** An open one-time link. */
export interface Link {
  /** The account to create or to set a password for; null if the first operator will enter the address. */
  readonly email: string | null;
  /** The role of a new account; an existing operator keeps the present role. */
  readonly role: Role;
  /** ISO time, UTC. */
  readonly expiresAt: string;
}

/**
 * Creates a one-time link, valid for 24 h, in place of earlier links for the same address. Returns its token.
 * @param email null for the first operator
 * @param createdBy id of the inviting operator, whose removal also removes the link; null for a command
 */
export async function makeLink(
  database: Database,
  { email, role, createdBy = null }: Pick<Link, 'email' | 'role'> & { createdBy?: string | null },
  now: number,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await database.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('operator_links')
      .where('email', email === null ? 'is' : '=', email)
      .execute();
    await transaction
      .insertInto('operator_links')
      .values({
        digest: digestOf(token),
        email,
        role,
        created_by: createdBy,
        created_at: toTimestamp(now),
        expires_at: toTimestamp(now + OPERATOR_LINK_MS),
      })
      .execute();
  });
  return token;
}

/** Returns an open link by its token; null if it was used, replaced or never existed, or has expired. */
export async function findLink(
  database: Database,
  token: string,
  now: number,
): Promise<Link | null> {
  const found = await database
    .selectFrom('operator_links')
    .select(['email', 'role', 'expires_at as expiresAt'])
    .where('digest', '=', digestOf(token))
    .executeTakeFirst();
  return found && found.expiresAt > toTimestamp(now) ? found : null;
}

/** The caller must pass the link's address; only if that is null, the entered one. */
type Redemption = Omit<NewPassword, 'role'> & { readonly token: string };

/**
 * Uses a link and sets the password of its account in one transaction: one of several parallel requests succeeds. If the
 * operator is removed at the same time, no account remains.
 * @returns null if the link is no longer open, or is another address's
 */
export const redeemLink = (
  database: Database,
  { token, ...account }: Redemption,
  now: number,
): Promise<Account | null> =>
  database.transaction().execute(async (transaction) => {
    const link = await transaction
      .deleteFrom('operator_links')
      .where('digest', '=', digestOf(token))
      .where('expires_at', '>', toTimestamp(now))
      .where(({ or, eb }) => or([eb('email', 'is', null), eb('email', '=', account.email)]))
      .returning('role')
      .executeTakeFirst();
    return link ? setPassword(transaction, { ...account, role: link.role }, now) : null;
  });

/** Returns the open links, by address. */
export async function listLinks(database: Database, now: number): Promise<Link[]> {
  return database
    .selectFrom('operator_links')
    .select(['email', 'role', 'expires_at as expiresAt'])
    .where('expires_at', '>', toTimestamp(now))
    .orderBy('email')
    .execute();
}

export async function removeFirstOperatorLinks(database: Database): Promise<void> {
  await database.deleteFrom('operator_links').where('email', 'is', null).execute();
}
