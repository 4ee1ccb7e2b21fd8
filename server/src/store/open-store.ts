import type { StoreConfig } from '../config/config.ts';
import type { ReportError, Store } from './capture-store.ts';

/**
 * Opens the configured database as a store for captures. Not in open-database.ts, so that the capturing thread loads
 * no code for queries.
 */
export async function openStore(
  config: StoreConfig,
  reportError: ReportError,
  onUpgrade = () => {},
): Promise<Store> {
  if (config.databaseUrl === null) {
    const { createSqliteStore } = await import('./sqlite/store.ts');
    return createSqliteStore(config.dataDir, reportError, onUpgrade);
  }
  const { createPostgresStore } = await import('./postgres/store.ts');
  return createPostgresStore(config.databaseUrl, reportError, onUpgrade).store;
}
