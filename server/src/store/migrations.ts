import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NewerDatabaseError, ObsoleteDatabaseError, OlderDatabaseError } from './database-error.ts';

/** Added to a file's place in its folder. Databases of the schema before the baseline counted from 1. */
const BASELINE_OFFSET = 200;

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** Returns a folder's `<14 digits>_<subject>.sql` files in order. Supabase's tools name and order them alike. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{14}_.+\.sql$/.test(file))
    .sort()
    .map((name, index) => ({
      version: BASELINE_OFFSET + index + 1,
      name,
      sql: readFileSync(join(folder, name), 'utf8'),
    }));
}

export const newestVersion = (migrations: readonly Migration[]): number =>
  migrations.at(-1)?.version ?? 0;

/**
 * Returns the migrations that a database at `version` lacks; 0: an empty database.
 * @throws NewerDatabaseError, ObsoleteDatabaseError
 */
export function pendingMigrations(migrations: readonly Migration[], version: number): Migration[] {
  refuseObsolete(version);
  const newest = newestVersion(migrations);
  if (version > newest) throw new NewerDatabaseError(version, newest);
  return migrations.filter((migration) => migration.version > version);
}

/** @throws ObsoleteDatabaseError: no migration upgrades the schema from before the baseline */
export function refuseObsolete(version: number): void {
  if (version > 0 && version <= BASELINE_OFFSET) throw new ObsoleteDatabaseError();
}

/** Refuses a database of another release, for commands that only read and never migrate. */
export function refuseOtherVersion(folder: string, version: number) {
  const migrations = readMigrations(folder);
  if (pendingMigrations(migrations, version).length > 0) {
    throw new OlderDatabaseError(version, newestVersion(migrations));
  }
}
