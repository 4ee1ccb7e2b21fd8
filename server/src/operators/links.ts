import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '@funil/contract/console/roles';
import type { Database } from '../store/database.ts';
import { OPERATOR_LINK_MS } from '../store/retention.ts';
import { type Account, type NewPassword, setPasswordIn } from './accounts.ts';
import { operatorTables, together, toMoment } from './tables.ts';

const digestOf = (token: string) => createHash('sha256').update(token).digest();

/** A link that waits to be used. */
export interface Link {
  /** Whose account it makes, or gives a password; null: the first operator's, who names it. */
  readonly email: string | null;
  /** Of the account that it makes; an operator who exists keeps the present role. */
  readonly role: Role;
  /** ISO time, UTC. */
  readonly expiresAt: string;
}

/**
 * Makes a one-time link's token, valid for 24 h; those made before for the same address are void.
 * @param email null: for the first operator, an owner
 * @param createdBy id of the operator who makes it, with whose removal it ends; null: a command
 */
export async function makeLink(
  database: Database,
  { email, role, createdBy = null }: Pick<Link, 'email' | 'role'> & { createdBy?: string | null },
  now: number,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await together(database, async (tables) => {
    const others = tables.deleteFrom('operator_links');
    await (email === null
      ? others.where('email', 'is', null)
      : others.where('email', '=', email)
    ).execute();
    await tables
      .insertInto('operator_links')
      .values({
        digest: digestOf(token),
        email,
        role,
        created_at: toMoment(now),
        expires_at: toMoment(now + OPERATOR_LINK_MS),
        created_by: createdBy,
      })
      .execute();
  });
  return token;
}

/** What a link would do; null: it is used, void, over, or never was one. */
export async function findLink(
  database: Database,
  token: string,
  now: number,
): Promise<Link | null> {
  const found = await operatorTables(database)
    .selectFrom('operator_links')
    .select(['email', 'role', 'expires_at as expiresAt'])
    .where('digest', '=', digestOf(token))
    .executeTakeFirst();
  return found && found.expiresAt > toMoment(now) ? found : null;
}

/**
 * Uses a link up and sets the password of its account, in one transaction: of several requests at once one succeeds,
 * and an operator who is removed meanwhile stays removed.
 * @param account.email the address of the link, or the one that the first operator chose
 * @returns null: the link was used meanwhile, or is void
 */
export const spendLink = (
  database: Database,
  { token, ...account }: NewPassword & { token: string },
  now: number,
): Promise<Account | null> =>
  together(database, async (tables) => {
    const { numDeletedRows } = await tables
      .deleteFrom('operator_links')
      .where('digest', '=', digestOf(token))
      .where('expires_at', '>', toMoment(now))
      .executeTakeFirst();
    return numDeletedRows > 0n ? setPasswordIn(tables, account, now) : null;
  });

/** Links that are open, by whose they are. */
export async function listLinks(database: Database, now: number): Promise<Link[]> {
  return operatorTables(database)
    .selectFrom('operator_links')
    .select(['email', 'role', 'expires_at as expiresAt'])
    .where('expires_at', '>', toMoment(now))
    .orderBy('email')
    .execute();
}

/** Makes the first operator's links void: there is one by now. */
export async function voidFirstLinks(database: Database): Promise<void> {
  await operatorTables(database).deleteFrom('operator_links').where('email', 'is', null).execute();
}
