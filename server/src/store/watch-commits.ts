import type { StoreConfig } from '../config/config.ts';

/** Tells that something was committed, by whomever. */
export interface CommitWatch {
  /** Waits for the next commit, or for so long that there may have been one; ends early when stopped. */
  next(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Watches the configured database on a connection of its own. */
export async function watchCommits(config: StoreConfig): Promise<CommitWatch> {
  if (config.databaseUrl === null) {
    const { watchSqlite } = await import('./sqlite/watch.ts');
    return watchSqlite(config.dataDir);
  }
  const { watchPostgres } = await import('./postgres/watch.ts');
  return watchPostgres(config.databaseUrl);
}
