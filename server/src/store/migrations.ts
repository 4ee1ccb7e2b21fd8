import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnusableDatabaseError } from './health/database-error.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/** `sha256` is null for files of Supabase's tools and of the earliest releases. */
export type AppliedMigration = { readonly version: number; readonly sha256: string | null };

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../supabase/migrations');

/** Lists `<8 digits of the date><6 digits of the version>_<subject>.sql` in the order of Supabase's tools. */
export const listMigrations = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => /^\d{14}_.+\.sql$/.test(file))
    .sort();

const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');

export const toMigration = (name: string, sql: string): Migration => ({
  version: Number(name.slice(8, 14)),
  name,
  sql,
  sha256: hashOf(sql),
});

/** Release 1.0.0 on Windows hashed the file with its line ends `\r\n`. */
const isHashOf = ({ sql, sha256 }: Migration, applied: string | null): boolean =>
  applied === null || applied === sha256 || applied === hashOf(sql.replaceAll('\n', '\r\n'));

/** Returns the text with the line ends of Unix, so that its hash is the same if Git for Windows has changed them. */
export const readSql = (file: string): string =>
  readFileSync(file, 'utf8').replaceAll('\r\n', '\n');

export const readMigrations = (folder = MIGRATIONS_FOLDER): Migration[] =>
  listMigrations(folder).map((name) => toMigration(name, readSql(join(folder, name))));

export const newestVersion = (migrations: readonly AppliedMigration[]): number =>
  migrations.at(-1)?.version ?? 0;

/**
 * @param applied in order of their versions
 * @throws UnusableDatabaseError
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  refuseObsoleteDatabase(migrations, applied);
  const [version, newest] = [newestVersion(applied), newestVersion(migrations)];
  if (version > newest)
    throw new UnusableDatabaseError('newer', ` Version ${version} instead of ${newest}.`);
  return migrations.filter((migration) => migration.version > version);
}

/** @throws UnusableDatabaseError if a migration was applied that this release lacks, or has with another text */
export function refuseObsoleteDatabase(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): void {
  const newest = newestVersion(migrations);
  const isObsolete = applied.some(({ version, sha256 }) => {
    const migration = migrations.find((known) => known.version === version);
    return migration ? !isHashOf(migration, sha256) : version < newest;
  });
  if (isObsolete) throw new UnusableDatabaseError('obsolete');
}

/** @throws UnusableDatabaseError if the database is not of this release's version */
export function refuseOtherVersion(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
) {
  if (pendingMigrations(migrations, applied).length > 0) throw new UnusableDatabaseError('older');
}
