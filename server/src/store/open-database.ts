import { sql } from 'kysely';
import type { StoreConfig } from '../config/config.ts';
import { Database, type DatabaseAccess } from './database.ts';
import type { DatabaseState } from './health/database-state.ts';

export async function openDatabase(
  { databaseUrl, dataDir }: StoreConfig,
  access: DatabaseAccess,
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

/** SQLite does not sync here, because work that a power cut loses is repeated. */
export async function openWithRelaxedDurability(store: StoreConfig): Promise<Database> {
  const database = await openDatabase(store, 'write');
  if (database.dialect === 'sqlite') await sql`pragma synchronous = normal`.execute(database);
  return database;
}

/** 64 MiB hold most pages of the indexes of 200,000 sales. */
const CACHE_KIB = 65_536;

/** Only for writes that are undone after a power failure. The larger cache is freed when the connection closes. */
export async function writeUnsynced(database: Database, write: () => Promise<void>) {
  if (database.dialect === 'postgres') return write();
  await sql`pragma cache_size = ${sql.raw(String(-CACHE_KIB))}`.execute(database);
  await sql`pragma synchronous = normal`.execute(database);
  await write();
  await sql`pragma synchronous = full`.execute(database);
}

/**
 * Probes a write, and changes no row.
 * @throws UnusableDatabaseError, or the database's own error
 */
export const inspectDatabase = async (store: StoreConfig): Promise<DatabaseState> =>
  store.databaseUrl === null
    ? (await import('./sqlite/inspect.ts')).inspectSqlite(store.dataDir)
    : (await import('./postgres/inspect.ts')).inspectPostgres(store.databaseUrl);
