import { sql } from 'kysely';
import type { StoreConfig } from '../config/config.ts';
import { type Access, Database } from './database.ts';
import type { DatabaseState } from './database-state.ts';

/**
 * Opens the configured database for queries. A server may be capturing into it meanwhile.
 * @throws an error of database-error.ts, or the database's own error
 */
export async function openDatabase(
  { databaseUrl, dataDir }: StoreConfig,
  access: Access,
): Promise<Database> {
  if (databaseUrl === null) {
    const { openSqlite } = await import('./sqlite/dialect.ts');
    return new Database(openSqlite(dataDir, access));
  }
  const { openPostgres, refuseOtherRelease } = await import('./postgres/dialect.ts');
  const database = new Database(openPostgres(databaseUrl, access));
  try {
    await refuseOtherRelease(database);
    return database;
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

/** Opens the configured database for writes that are repeated if a power cut loses them, so SQLite needs no fsync. */
export async function openForRepeatableWork(store: StoreConfig): Promise<Database> {
  const database = await openDatabase(store, 'write');
  if (database.dialect === 'sqlite') await sql`pragma synchronous = normal`.execute(database);
  return database;
}

/**
 * Inspects the configured database without changing its rows. A probe shows whether the database accepts writes.
 * @throws NoDatabaseError, ObsoleteDatabaseError, or the database's own error
 */
export async function inspectDatabase({
  databaseUrl,
  dataDir,
}: StoreConfig): Promise<DatabaseState> {
  return databaseUrl === null
    ? (await import('./sqlite/inspect.ts')).inspectSqlite(dataDir)
    : (await import('./postgres/inspect.ts')).inspectPostgres(databaseUrl);
}
