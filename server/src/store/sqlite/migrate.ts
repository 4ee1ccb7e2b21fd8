import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { MigrationError } from '../database-error.ts';
import { pendingMigrations, readMigrations } from '../migrations.ts';

export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/**
 * Brings an embedded database to this release's schema.
 * @param tellUpgrade told before rows of an earlier release are made over: millions take their time
 */
export function migrateSqlite(database: DatabaseSync, tellUpgrade: () => void) {
  const migrations = readMigrations(MIGRATIONS_FOLDER);
  const version = readVersion(database);
  if (pendingMigrations(migrations, version).length === 0) return;
  if (version > 0) tellUpgrade();
  database.exec('begin immediate');
  // Asked again under the lock: another process may have upgraded meanwhile.
  for (const { sql, version, name } of pendingMigrations(migrations, readVersion(database))) {
    apply(database, sql, name);
    database.exec(`pragma user_version = ${version}`);
  }
  database.exec('commit');
}

function apply(database: DatabaseSync, sql: string, name: string) {
  try {
    database.exec(sql);
  } catch (error) {
    throw new MigrationError(name, error);
  }
}

/** Newest migration that a database has seen. */
export function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.user_version);
}
