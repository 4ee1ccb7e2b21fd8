import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { refuseOtherVersion } from '../migrations.ts';
import { MIGRATIONS_FOLDER, migrateSqlite, readVersion } from './migrate.ts';

/** Longest wait, in ms, for another process that is writing, such as an operator's command. */
const BUSY_TIMEOUT = 2_000;

export const databaseFile = (dataDir: string): string => join(dataDir, 'funil.db');

/**
 * Opens the embedded database for writing, making and upgrading it as needed. Folder and files are
 * their owner's alone.
 * @param wait longest time, in ms, that a statement may block for another process that is writing
 * @param tellUpgrade told before a database of an earlier release is upgraded
 * @throws when the folder cannot be written or the file is no database
 */
export function openForWriting(
  dataDir: string,
  wait = BUSY_TIMEOUT,
  tellUpgrade = () => {},
): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = databaseFile(dataDir);
  // SQLite gives the files beside it the same mode.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  keepPrivate(dataDir, 0o700);
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(name)) keepPrivate(name, 0o600);
  }
  return prepare(new DatabaseSync(file, { timeout: wait }), (database) => {
    // FULL: a commit returns after its fsync. secure_delete: what is forgotten leaves the file too.
    // The log is moved into the file beside captures (checkpoints.ts); a commit does it where that falls behind by 64 MB.
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma wal_autocheckpoint = 16384;
      pragma secure_delete = on;
    `);
    migrateSqlite(database, tellUpgrade);
  });
}

/** Opens the embedded database as it is, of this release. */
export function openForReading(dataDir: string): DatabaseSync {
  const file = new DatabaseSync(databaseFile(dataDir), { readOnly: true, timeout: BUSY_TIMEOUT });
  return prepare(file, (database) => refuseOtherVersion(MIGRATIONS_FOLDER, readVersion(database)));
}

function prepare(database: DatabaseSync, work: (database: DatabaseSync) => void): DatabaseSync {
  try {
    work(database);
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
