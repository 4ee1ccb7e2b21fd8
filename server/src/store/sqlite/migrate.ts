import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { MigrationError } from '../health/database-error.ts';
import {
  type AppliedMigration,
  listMigrations,
  MIGRATIONS_FOLDER,
  type Migration,
  pendingMigrations,
  readSql,
  toMigration,
} from '../migrations.ts';
import { translate } from './translate.ts';

export const SQLITE_FOLDER = join(import.meta.dirname, 'migrations');

const readFile = (folder: string, name: string) =>
  existsSync(join(folder, name)) ? readSql(join(folder, name)) : '';

let cachedMigrations: Migration[] | undefined;

/** Translates the migrations only once, because that takes 8 ms. */
export function listSqliteMigrations(): readonly Migration[] {
  cachedMigrations ??= readSqliteMigrations();
  return cachedMigrations;
}

/** Returns PostgreSQL's migrations, translated, each followed by the file of its name in `folder`. */
export function readSqliteMigrations(folder = SQLITE_FOLDER): Migration[] {
  const names = new Set([...listMigrations(MIGRATIONS_FOLDER), ...listMigrations(folder)]);
  return [...names].sort().map((name) => {
    const sqliteSql = readFile(folder, name);
    return toMigration(name, translate(readFile(MIGRATIONS_FOLDER, name), sqliteSql) + sqliteSql);
  });
}

/** @throws UnusableDatabaseError or MigrationError; the database is then as before */
export function migrateSqlite(
  database: DatabaseSync,
  onUpgrade: () => void,
  migrations = listSqliteMigrations(),
) {
  const appliedMigrations = readApplied(database);
  if (pendingMigrations(migrations, appliedMigrations).length === 0) return;
  if (appliedMigrations.length > 0) onUpgrade();
  database.exec('begin immediate');
  // Another process may have upgraded meanwhile.
  for (const { sql, version, name, sha256 } of pendingMigrations(
    migrations,
    readApplied(database),
  )) {
    try {
      database.exec(sql);
    } catch (error) {
      throw new MigrationError(name, error);
    }
    database.prepare('insert into migrations (version, sha256) values (?, ?)').run(version, sha256);
  }
  database.exec('commit');
}

export function readApplied(database: DatabaseSync): AppliedMigration[] {
  const table = database.prepare("select 1 from sqlite_master where name = 'migrations'").get();
  if (table === undefined) {
    // The earliest releases had a version instead of the table.
    const version = Number(database.prepare('pragma user_version').get()?.user_version);
    return version > 0 ? [{ version, sha256: null }] : [];
  }
  return database
    .prepare('select version, sha256 from migrations order by version')
    .all()
    .map(({ version, sha256 }) => ({ version: Number(version), sha256: String(sha256) }));
}
