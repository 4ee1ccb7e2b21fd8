import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { NoDatabaseError } from '../database-error.ts';
import type { DatabaseState, WriteRefusal } from '../database-state.ts';
import { newestVersion, readMigrations, refuseObsolete } from '../migrations.ts';
import { databaseFile } from './database.ts';
import { MIGRATIONS_FOLDER, readVersion } from './migrate.ts';

/** Longest wait for another process that is changing the file. */
const LOCK_TIMEOUT_MS = 2_000;

/**
 * Inspects an embedded database of any release without changing a row.
 * @throws NoDatabaseError, or the database's own error
 */
export function inspectSqlite(dataDir: string): DatabaseState {
  const file = databaseFile(dataDir);
  if (!existsSync(file)) throw new NoDatabaseError();
  using database = new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS });
  const version = readVersion(database);
  refuseObsolete(version);
  return {
    bytes: sizeOf(file) + sizeOf(`${file}-wal`) + sizeOf(`${file}-shm`),
    version,
    newest: newestVersion(readMigrations(MIGRATIONS_FOLDER)),
    refusal: findRefusal(file) ?? tryToWrite(dataDir),
    damage: findDamage(database),
    clock: null,
  };
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function findRefusal(file: string): WriteRefusal | null {
  try {
    accessSync(file, constants.W_OK);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { why: `${file} não pode ser gravado por este usuário (${code}).`, isFull: false };
  }
}

/** Structure of every page and index, without comparing rows to indexes: reads the file once. */
function findDamage(database: DatabaseSync): string | null {
  const found = database.prepare('pragma quick_check(1)').get()?.quick_check;
  return found === 'ok' ? null : String(found);
}

/** Size of many captures, as random bytes that no file system can compress. */
const PROBE_BYTES = 2 ** 20;
/** No space left, no quota left, and the longest file that the process may write. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Writes to a folder's disk as captures would, and leaves no file. Null: the disk takes writes. */
function tryToWrite(folder: string): WriteRefusal | null {
  try {
    writeProbe(join(folder, `.prova-${process.pid}-${Date.now()}`));
    return null;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isFull = FULL.includes(code);
    const why = isFull
      ? `Não há espaço em ${folder} para gravar (${code}).`
      : `${folder} não pode ser gravado por este usuário (${code}).`;
    return { why, isFull };
  }
}

function writeProbe(file: string) {
  const probe = openSync(file, 'wx', 0o600);
  try {
    // Without a name it is gone even if the process is killed.
    unlinkSync(file);
    writeFileSync(probe, randomBytes(PROBE_BYTES));
    fsyncSync(probe);
  } finally {
    closeSync(probe);
  }
}
