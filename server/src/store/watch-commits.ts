import type { StoreConfig } from '../config/config.ts';
import type { CommitWatch } from './news.ts';

/** Watches the configured database on a connection of its own. */
export async function watchCommits(config: StoreConfig): Promise<CommitWatch> {
  if (config.databaseUrl === null) {
    const { watchSqlite } = await import('./sqlite/watch.ts');
    return watchSqlite(config.dataDir);
  }
  const { watchPostgres } = await import('./postgres/watch.ts');
  return watchPostgres(config.databaseUrl);
}
