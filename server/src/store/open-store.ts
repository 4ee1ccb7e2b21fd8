import type { Config } from '../config.ts';
import { createPostgresStore } from './postgres.ts';
import { createSqliteStore } from './sqlite.ts';
import type { ReportTrouble, Store } from './store.ts';

/** The store that configuration asks for. */
export function openStore(config: Config, reportTrouble: ReportTrouble): Store {
  if (config.databaseUrl === null) return createSqliteStore(config.dataDir, reportTrouble);
  return createPostgresStore(config.databaseUrl, reportTrouble).store;
}
