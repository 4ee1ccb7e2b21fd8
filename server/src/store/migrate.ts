import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** Reads `<n>_<name>.sql` files of a folder, in the order of their numbers. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d+_.+\.sql$/.test(file))
    .map((file) => ({
      version: Number.parseInt(file, 10),
      name: file,
      sql: readFileSync(join(folder, file), 'utf8'),
    }))
    .sort((a, b) => a.version - b.version);
}

/** Those a database at `version` has not seen; one from a newer release is refused. */
export function pendingMigrations(migrations: readonly Migration[], version: number): Migration[] {
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new Error(`The database is at version ${version}, newer than this release's ${newest}.`);
  }
  return migrations.filter((migration) => migration.version > version);
}
