import type { StoreConfig } from '../config/config.ts';
import type { DatabaseFacts } from './database-facts.ts';

/**
 * Looks at the configured database, and changes no row. That it can be written is found out by writing.
 * @throws NoDatabaseError, or the database's own error
 */
export async function inspectDatabase(config: StoreConfig): Promise<DatabaseFacts> {
  if (config.databaseUrl === null) {
    const { inspectSqlite } = await import('./sqlite/inspect.ts');
    return inspectSqlite(config.dataDir);
  }
  const { inspectPostgres } = await import('./postgres/inspect.ts');
  return inspectPostgres(config.databaseUrl);
}
