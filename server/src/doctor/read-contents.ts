import type { StoreConfig } from '../config/config.ts';
import { readConnectionFacts } from '../connections/connections.ts';
import { listAccounts } from '../operators/accounts.ts';
import { readSealedSigningKeys } from '../operators/sign-in/access-token.ts';
import { readStoredSettings } from '../settings/stored-settings.ts';
import { openDatabase } from '../store/open-database.ts';
import { readRunningServers } from '../store/running-servers.ts';

/** The contents of a database of this release. */
export type DatabaseContents = Awaited<ReturnType<typeof readContents>>;

/** Reads the contents of a database of this release. */
export async function readContents(store: StoreConfig, now: number) {
  await using database = await openDatabase(store, 'read');
  const newest = database.selectFrom('leads').select('created_at').orderBy('id', 'desc').limit(1);
  return {
    /** ISO time, UTC; null: no lead. */
    newestLeadAt: (await newest.executeTakeFirst())?.created_at ?? null,
    connections: await readConnectionFacts(database, now),
    running: await readRunningServers(database, now),
    operators: await listAccounts(database),
    /** The keys that sign access tokens, sealed. */
    signingKeys: await readSealedSigningKeys(database),
    storedSettings: await readStoredSettings(database),
  };
}
