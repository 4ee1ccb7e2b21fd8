import type { StoreConfig } from '../config/config.ts';
import type { ReportTrouble, Store } from './capture-store.ts';

/** The store that configuration asks for; the other one's code stays out of memory. */
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
