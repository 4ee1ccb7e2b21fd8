import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NewerDatabaseError, OlderDatabaseError } from './database-error.ts';

export interface Migration {
  /** Place in the order of the folder's files, from 1. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** Reads a folder's `<14 digits>_<what>.sql` files, named as Supabase's tools name them, in order. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{14}_.+\.sql$/.test(file))
    .sort()
    .map((file, index) => ({
      version: index + 1,
      name: file,
      sql: readFileSync(join(folder, file), 'utf8'),
    }));
}

/** Those a database at `version` has not seen; one from a newer release is refused. */
export function pendingMigrations(migrations: readonly Migration[], version: number): Migration[] {
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new NewerDatabaseError(version, newest);
  }
  return migrations.filter((migration) => migration.version > version);
}

/** Refuses a database that is not of this release, for who reads and never migrates. */
export function refuseOtherVersion(folder: string, version: number) {
  const migrations = readMigrations(folder);
  if (pendingMigrations(migrations, version).length > 0) {
    throw new OlderDatabaseError(version, migrations.length);
  }
}
