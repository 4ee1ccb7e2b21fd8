import type { StoreConfig } from '../config/config.ts';
import { NEVER_YIELD } from './capture-priority.ts';
import type { CommitWatch } from './commit-watch.ts';
import { type Access, Database } from './database.ts';
import type { DatabaseState } from './database-state.ts';

/**
 * Opens the configured database for queries, while a server captures into it or not.
 * @throws NoDatabaseError, OlderDatabaseError, NewerDatabaseError, or the database's own error
 */
export async function openDatabase(
  config: StoreConfig,
  access: Access,
  yieldToCaptures = NEVER_YIELD,
): Promise<Database> {
  if (config.databaseUrl === null) {
    const { openSqlite } = await import('./sqlite/dialect.ts');
    return new Database('sqlite', openSqlite(config.dataDir, access), yieldToCaptures);
  }
  const { openPostgres, refuseUnprepared } = await import('./postgres/dialect.ts');
  const database = new Database(
    'postgres',
    openPostgres(config.databaseUrl, access),
    yieldToCaptures,
  );
  try {
    await refuseUnprepared(database);
    return database;
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

/** Watches commits to the configured database on a separate connection. */
export async function watchCommits(config: StoreConfig): Promise<CommitWatch> {
  if (config.databaseUrl === null) {
    const { watchSqlite } = await import('./sqlite/watch.ts');
    return watchSqlite(config.dataDir);
  }
  const { watchPostgres } = await import('./postgres/watch.ts');
  return watchPostgres(config.databaseUrl);
}

/**
 * Inspects the configured database and changes no row; writes a probe to find out whether it takes writes.
 * @throws NoDatabaseError, or the database's own error
 */
export async function inspectDatabase(config: StoreConfig): Promise<DatabaseState> {
  if (config.databaseUrl === null) {
    const { inspectSqlite } = await import('./sqlite/inspect.ts');
    return inspectSqlite(config.dataDir);
  }
  const { inspectPostgres } = await import('./postgres/inspect.ts');
  return inspectPostgres(config.databaseUrl);
}
