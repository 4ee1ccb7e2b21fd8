import type { AccountRole } from '@funil/contract/sales/platforms';
import type { Kysely } from 'kysely';
import type { Accounts } from '../config/postbacks.ts';
import type { Database, Tables } from '../store/database.ts';
import { waitForLock } from '../store/locks.ts';

/** Returns the roles that the stored sales were computed with, by platform. */
export async function readAccountRoles(
  database: Kysely<Tables>,
): Promise<ReadonlyMap<string, AccountRole>> {
  const rows = await database.selectFrom('sale_accounts').select(['platform', 'role']).execute();
  return new Map(rows.map(({ platform, role }) => [platform, role]));
}

/** Stores the roles in effect. The notices of a platform whose role has changed become unread, so that its sales are computed again. */
export function applyAccountRoles(database: Database, accounts: Accounts): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    await waitForLock(transaction, 'sales');
    const stored = await readAccountRoles(transaction);
    for (const [platform, role] of Object.entries(accounts)) {
      if ((stored.get(platform) ?? null) === role) continue;
      await transaction.deleteFrom('sale_accounts').where('platform', '=', platform).execute();
      if (role !== null) {
        await transaction.insertInto('sale_accounts').values({ platform, role }).execute();
      }
      await transaction
        .updateTable('notices')
        .set({ read_by: null })
        .where('platform', '=', platform)
        // Includes erased buyers' notices, whose body is their reading, but not the emptied ones.
        .where('read_error', 'is', null)
        .execute();
    }
  });
}
