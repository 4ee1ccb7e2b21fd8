import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UnusableDatabaseError } from '../health/database-error.ts';
import { refuseOtherVersion } from '../migrations.ts';
import { listSqliteMigrations, migrateSqlite, readApplied } from './migrate.ts';

/** The longest time that a statement blocks while another process is writing. */
export const BUSY_TIMEOUT_MS = 2_000;

export const databaseFile = (dataDir: string): string => join(dataDir, 'funil.db');

/**
 * Creates or upgrades the database. Only the owner may read its folder and files.
 * @throws UnusableDatabaseError, or if the folder cannot be written or the file is not a database
 */
export function openForWriting(
  dataDir: string,
  busyTimeoutMs = BUSY_TIMEOUT_MS,
  onUpgrade = () => {},
): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = databaseFile(dataDir);
  // SQLite gives its log and index files the same mode.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  makePrivate(dataDir, 0o700);
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(name)) makePrivate(name, 0o600);
  }
  return setUpOrClose(new DatabaseSync(file, { timeout: busyTimeoutMs }), (database) => {
    // `synchronous`: a commit returns after its fsync. `secure_delete`: erased data is overwritten.
    useWriteAheadLog(database);
    database.exec(`
      pragma synchronous = full;
      pragma secure_delete = on;
    `);
    migrateSqlite(database, onUpgrade);
  });
}

/** SQLITE_PROTOCOL, SQLITE_IOERR_LOCK, _SHMOPEN, _SHMSIZE, _SHMLOCK, _SHMMAP: https://www.sqlite.org/rescode.html */
const SHARED_MEMORY_RESULTS = [15, 3850, 4618, 4874, 5130, 5386];

/** @throws UnusableDatabaseError if the file system cannot hold a write-ahead log */
export function useWriteAheadLog(database: DatabaseSync) {
  let mode: unknown;
  try {
    mode = database.prepare('pragma journal_mode = wal').get()?.journal_mode;
  } catch (error) {
    const { errcode = 0 } = error as { errcode?: number };
    if (!SHARED_MEMORY_RESULTS.includes(errcode)) throw error;
  }
  // SQLite may keep the former mode instead of failing.
  if (mode !== 'wal') throw new UnusableDatabaseError('networkFolder');
}

export function openForReading(dataDir: string): DatabaseSync {
  const file = new DatabaseSync(databaseFile(dataDir), {
    readOnly: true,
    timeout: BUSY_TIMEOUT_MS,
  });
  return setUpOrClose(file, (database) =>
    refuseOtherVersion(listSqliteMigrations(), readApplied(database)),
  );
}

function setUpOrClose(
  database: DatabaseSync,
  setUp: (database: DatabaseSync) => void,
): DatabaseSync {
  try {
    setUp(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export function makePrivate(path: string, mode: number) {
  try {
    chmodSync(path, mode);
  } catch {
    // The folder is another user's, or the file system has no modes.
  }
}
