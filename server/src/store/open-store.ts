import type { StoreConfig } from '../config/config.ts';
import type { ReportTrouble, Store } from './capture-store.ts';

/**
 * Opens the configured database as a store for captures. Not in open-database.ts, so that the capturing thread loads
 * no code for queries.
 */
export async function openStore(
  config: StoreConfig,
  reportTrouble: ReportTrouble,
  tellUpgrade = () => {},
): Promise<Store> {
  if (config.databaseUrl === null) {
    const { createSqliteStore } = await import('./sqlite/store.ts');
    return createSqliteStore(config.dataDir, reportTrouble, tellUpgrade);
  }
  const { createPostgresStore } = await import('./postgres/store.ts');
  return createPostgresStore(config.databaseUrl, reportTrouble, tellUpgrade).store;
}
