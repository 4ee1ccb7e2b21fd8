import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UnusableDatabaseError } from '../health/database-error.ts';
import type { DatabaseState, WriteRefusal } from '../health/database-state.ts';
import { isDiskFull } from '../health/write-problem.ts';
import { newestVersion, refuseObsoleteDatabase } from '../migrations.ts';
import { BUSY_TIMEOUT_MS, databaseFile } from './database.ts';
import { listSqliteMigrations, readApplied } from './migrate.ts';

/** @throws UnusableDatabaseError, or the database's own error */
export function inspectSqlite(dataDir: string): DatabaseState {
  const file = databaseFile(dataDir);
  if (!fs.existsSync(file)) throw new UnusableDatabaseError('missing');
  using database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  const appliedMigrations = readApplied(database);
  const migrations = listSqliteMigrations();
  refuseObsoleteDatabase(migrations, appliedMigrations);
  return {
    bytes: sizeOf(file) + sizeOf(`${file}-wal`) + sizeOf(`${file}-shm`),
    version: newestVersion(appliedMigrations),
    newest: newestVersion(migrations),
    refusal:
      findWriteRefusal(file, () => fs.accessSync(file, fs.constants.W_OK)) ??
      findWriteRefusal(dataDir, () => writeProbe(dataDir)),
    damage: findDamage(database),
    clock: null,
  };
}

const sizeOf = (file: string) => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Rows are not compared with indexes. */
function findDamage(database: DatabaseSync): string | null {
  const checkResult = database.prepare('pragma quick_check(1)').get()?.quick_check;
  return checkResult === 'ok' ? null : String(checkResult);
}

function findWriteRefusal(path: string, tryToWrite: () => void): WriteRefusal | null {
  try {
    tryToWrite();
    return null;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const isFull = isDiskFull(error);
    const reason = isFull
      ? `Não há espaço em ${path} para gravar (${code}).`
      : `${path} não pode ser gravado por este usuário (${code}).`;
    return { reason, isDiskFull: isFull };
  }
}

/** As large as many captures. The bytes are random, because a file system may compress others. */
const WRITE_PROBE_BYTES = 2 ** 20;

function writeProbe(folder: string) {
  const file = join(folder, `.prova-${process.pid}-${Date.now()}`);
  const probe = fs.openSync(file, 'wx', 0o600);
  try {
    // A file without a name disappears even if the process is killed.
    fs.unlinkSync(file);
    fs.writeFileSync(probe, randomBytes(WRITE_PROBE_BYTES));
    fs.fsyncSync(probe);
  } finally {
    fs.closeSync(probe);
  }
}
