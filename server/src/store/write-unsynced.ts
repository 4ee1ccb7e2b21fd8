import { sql } from 'kysely';
import type { Database } from './database.ts';

/** 64 MiB hold most pages of the indexes of 200,000 sales. */
const CACHE_KIB = 65_536;

/**
 * Runs writes that are undone after a power failure, so that SQLite needs no sync until they end. The larger cache is
 * freed when the connection closes.
 */
export async function writeUnsynced(database: Database, write: () => Promise<void>) {
  if (database.dialect === 'postgres') return write();
  await sql`pragma cache_size = ${sql.raw(String(-CACHE_KIB))}`.execute(database);
  await sql`pragma synchronous = normal`.execute(database);
  await write();
  await sql`pragma synchronous = full`.execute(database);
}
