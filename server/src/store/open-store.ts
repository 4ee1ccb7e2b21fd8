import type { Config } from '../config.ts';
import type { ReportTrouble, Store } from './store.ts';

/** The store that configuration asks for; the other one's code stays out of memory. */
export async function openStore(config: Config, reportTrouble: ReportTrouble): Promise<Store> {
  if (config.databaseUrl === null) {
    const { createSqliteStore } = await import('./sqlite.ts');
    return createSqliteStore(config.dataDir, reportTrouble);
  }
  const { createPostgresStore } = await import('./postgres.ts');
  return createPostgresStore(config.databaseUrl, reportTrouble).store;
}
