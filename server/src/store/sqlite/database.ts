import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MigrationError } from '../migration-error.ts';
import { pendingMigrations, readMigrations } from '../migrations.ts';

const SCHEMA_FOLDER = join(import.meta.dirname, 'migrations');

/** Longest wait, in ms, for another process that is writing, such as an operator's command. */
const BUSY_TIMEOUT = 2_000;

export const databaseFile = (dataDir: string): string => join(dataDir, 'funil.db');

/**
 * Opens the embedded database for writing, making and upgrading it as needed. Folder and files are
 * their owner's alone.
 * @param wait longest time, in ms, that a statement may block for another process that is writing
 * @throws when the folder cannot be written or the file is no database
 */
export function openDatabase(dataDir: string, wait = BUSY_TIMEOUT): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = databaseFile(dataDir);
  // SQLite gives the files beside it the same mode.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  keepPrivate(dataDir, 0o700);
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(name)) keepPrivate(name, 0o600);
  }
  const database = new DatabaseSync(file, { timeout: wait });
  try {
    // FULL: a commit returns after its fsync. secure_delete: what is forgotten leaves the file too.
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma secure_delete = on;
    `);
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function keepPrivate(path: string, mode: number) {
  try {
    chmodSync(path, mode);
  } catch {
    // Another user's folder, or a file system without modes: captures go on, and who may read stays theirs to say.
  }
}

function migrate(database: DatabaseSync) {
  const migrations = readMigrations(SCHEMA_FOLDER);
  if (pendingMigrations(migrations, readVersion(database)).length === 0) return;
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
