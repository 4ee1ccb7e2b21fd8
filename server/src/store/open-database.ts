import type { StoreConfig } from '../config/config.ts';
import { type Access, Database } from './database.ts';
import { GIVE_NO_WAY } from './right-of-way.ts';

/**
 * Opens the configured database for queries, while a server captures into it or not.
 * @throws NoDatabaseError, OlderDatabaseError, NewerDatabaseError, or the database's own error
 */
export async function openDatabase(
  config: StoreConfig,
  access: Access,
  giveWay = GIVE_NO_WAY,
): Promise<Database> {
  if (config.databaseUrl === null) {
    const { openSqlite } = await import('./sqlite/dialect.ts');
    return new Database('sqlite', openSqlite(config.dataDir, access), giveWay);
  }
  const { openPostgres, refuseUnprepared } = await import('./postgres/dialect.ts');
  const database = new Database('postgres', openPostgres(config.databaseUrl, access), giveWay);
  try {
    await refuseUnprepared(database);
    return database;
  } catch (error) {
    await database.destroy();
    throw error;
  }
}
