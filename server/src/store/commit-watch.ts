import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Channel on which servers on one PostgreSQL notify each other of commits, without their content. */
export const COMMIT_CHANNEL = 'funil_commits';

/** Notifies watchers of a commit; SQLite does so by itself. */
export async function notifyCommit(database: Database): Promise<void> {
  if (database.dialect === 'postgres') {
    await sql`notify ${sql.raw(COMMIT_CHANNEL)}`.execute(database);
  }
}

/** Watches commits of any process. */
export interface CommitWatch {
  /** Waits for the next commit, or until one may have been missed; ends early when aborted. */
  next(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
