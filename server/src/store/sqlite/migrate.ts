import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { MigrationError } from '../database-error.ts';
import { pendingMigrations, readMigrations } from '../migrations.ts';

/** Files of the SQLite schema. */
export const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

/**
 * Brings a SQLite database to this release's schema.
 * @param onUpgrade called before a database of an earlier release is upgraded
 * @throws NewerDatabaseError, ObsoleteDatabaseError or MigrationError; the database is then as before
 */
export function migrateSqlite(
  database: DatabaseSync,
  onUpgrade: () => void,
  folder = MIGRATIONS_FOLDER,
) {
  const migrations = readMigrations(folder);
  const version = readVersion(database);
  if (pendingMigrations(migrations, version).length === 0) return;
  if (version > 0) onUpgrade();
  database.exec('begin immediate');
  // Read again under the lock: another process may have upgraded meanwhile.
  for (const { sql, version, name } of pendingMigrations(migrations, readVersion(database))) {
    try {
      database.exec(`${sql};\npragma user_version = ${version}`);
    } catch (error) {
      throw new MigrationError(name, error);
    }
  }
  database.exec('commit');
}

/** Returns the version of the newest applied migration; 0: none. */
export function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.user_version);
}
