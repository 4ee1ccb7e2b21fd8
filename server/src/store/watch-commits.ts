import { sql } from 'kysely';
import type { StoreConfig } from '../config/config.ts';
import type { Database } from './database.ts';

/** Where servers on one PostgreSQL tell each other that something was committed; never what. */
export const NEWS_CHANNEL = 'funil_news';

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

/** Tells whoever watches of a commit; the embedded database tells by itself. */
export async function tellNews(database: Database): Promise<void> {
  if (database.dialect === 'postgres') await sql`notify ${sql.raw(NEWS_CHANNEL)}`.execute(database);
}
