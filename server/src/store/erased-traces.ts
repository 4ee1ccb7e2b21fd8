// Databases keep erased values outside their tables, too.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';

const MAX_TRUNCATE_ATTEMPTS = 10;
const TRUNCATE_RETRY_MS = 100;

/** SQLite's write-ahead log still contains erased rows. Returns false if another process was reading the log. */
export async function truncateWriteAheadLog(database: Database): Promise<boolean> {
  if (database.dialect === 'postgres') return true;
  for (let attempt = 0; attempt < MAX_TRUNCATE_ATTEMPTS; attempt += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
    if (rows[0]?.busy === 0) return true;
    await pause(TRUNCATE_RETRY_MS);
  }
  return false;
}

/** PostgreSQL keeps values in its planner statistics (`pg_stats`). */
export async function analyzeTables(database: Database): Promise<void> {
  if (database.dialect === 'sqlite') return;
  const { rows } = await sql<{ schemaname: string; tablename: string }>`
    select schemaname, tablename from pg_tables where schemaname = 'funil' or schemaname = 'public'
      and tablename in ('leads', 'applications', 'application_drafts', 'jornada')
  `.execute(database);
  for (const { schemaname, tablename } of rows) {
    await sql`analyze ${sql.table(`${schemaname}.${tablename}`)}`.execute(database);
  }
}
