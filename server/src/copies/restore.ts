import * as fs from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config/config.ts';
import { applyErasures } from '../erasure/apply-erasures.ts';
import { type ErasedRows, mergeErasureLog, readErasedRows } from '../erasure/erasure-log.ts';
import { ADAPTERS } from '../sales/platforms/adapters.ts';
import { keyFileOf, readKeys } from '../settings/secrets-key.ts';
import { truncateWriteAheadLog } from '../store/erased-traces.ts';
import { newestVersion, pendingMigrations } from '../store/migrations.ts';
import { openDatabase } from '../store/open-database.ts';
import {
  checkCopy,
  copySqlite,
  type DatabaseTotals,
  findDifference,
  readTotals,
} from '../store/sqlite/copy.ts';
import { databaseFile } from '../store/sqlite/database.ts';
import { listSqliteMigrations, readApplied } from '../store/sqlite/migrate.ts';
import { partsOf } from './copy-names.ts';
import {
  endWriteAheadLog,
  finishRestore,
  READY_RESTORE_PREFIX,
  stagingOf,
} from './finish-restore.ts';
import { CopyError, refuseFullDisk, syncFile } from './make-copy.ts';

type RestoreConfig = Pick<Config, 'store' | 'settings' | 'content'>;

export interface RestorePlan {
  readonly copy: string;
  readonly copiedAt: number;
  readonly totals: DatabaseTotals;
  /** The totals of the database in place; null: there is none, or it is damaged. */
  readonly replacedTotals: DatabaseTotals | null;
  readonly hasContent: boolean;
  readonly hasOriginals: boolean;
  readonly isOlder: boolean;
  /** The missing key file that the copy's secrets need; null: none is missing. */
  readonly missingKey: string | null;
  readonly erased: ErasedRows;
}

/**
 * Checks a restore. Changes only the database in place: writes its write-ahead log into it.
 * @throws CopyError, UnusableDatabaseError, or the error of a file that may not be read
 */
export function planRestore(config: RestoreConfig, copy: string): RestorePlan {
  const { dataDir, databaseUrl } = config.store;
  if (databaseUrl !== null) {
    throw new CopyError('Com PostgreSQL, volte a uma cópia com pg_restore (docs/copias.md).');
  }
  const isFile = fs.statSync(copy, { throwIfNoEntry: false })?.isFile() ?? false;
  if (!isFile) throw new CopyError(`Não há cópia em ${copy}.`);
  // SQLite's error about a copy that this user may not read sounds like damage.
  fs.accessSync(copy, fs.constants.R_OK);
  endWriteAheadLog(dataDir);
  const { isOlder, needsKey, check } = inspectCopy(copy);
  if (!check.ok) throw new CopyError(`A cópia tem um dano: ${check.damage}.`);
  const erasedRows = readErasedRows(config, [dirname(copy), dataDir]);
  const hasKey = readKeys(config).length > 0;
  if (!erasedRows.isReadable) throw new CopyError(explainErasuresWithoutKey(config));
  const { content, originals } = partsOf(copy);
  return {
    copy,
    copiedAt: fs.statSync(copy).mtimeMs,
    totals: check.totals,
    replacedTotals: readReplacedTotals(dataDir),
    hasContent: fs.existsSync(content),
    hasOriginals: fs.existsSync(originals),
    isOlder,
    missingKey: needsKey && !hasKey ? keyFileOf(config) : null,
    erased: erasedRows,
  };
}

const explainErasuresWithoutKey = (config: RestoreConfig): string =>
  `Depois desta cópia foram apagadas pessoas, e só com a chave se sabe quais. Ponha de volta SECRETS_KEY, ou ${keyFileOf(config)}, e repita.`;

/**
 * SQLITE_READONLY and SQLITE_CANTOPEN: a database with a write-ahead log, as other tools leave it, is opened with files
 * beside it. SQLITE_BUSY: many network disks refuse locks.
 */
const NEEDS_OWN_DISK_CODES = [5, 8, 14];
/** SQLITE_READONLY_ROLLBACK: a killed copy, beside its journal. */
const UNFINISHED_CODE = 776;

/** @throws CopyError, which names the copy, because SQLite's errors seem to be about the database in place */
function inspectCopy(copy: string) {
  try {
    using database = new DatabaseSync(copy, { readOnly: true });
    const applied = readApplied(database);
    if (newestVersion(applied) === 0) throw new CopyError(`${copy} não é uma cópia do Funil.`);
    const isOlder = pendingMigrations(listSqliteMigrations(), applied).length > 0;
    const sealed = 'select 1 from stored_settings union all select 1 from signing_keys limit 1';
    const needsKey = database.prepare(sealed).get() !== undefined;
    return { isOlder, needsKey, check: checkCopy(copy) };
  } catch (error) {
    const { errcode, message } = error as { errcode?: number; message: string };
    if (errcode === undefined) throw error;
    if (NEEDS_OWN_DISK_CODES.includes(errcode & 0xff) && errcode !== UNFINISHED_CODE)
      throw new CopyError(
        `${copy} só se abre em uma pasta desta máquina em que este usuário pode gravar: leve para lá o arquivo, e o ${copy}-wal se houver, e repita.`,
      );
    throw new CopyError(`${copy} não é uma cópia inteira do Funil: ${message}.`);
  }
}

function readReplacedTotals(dataDir: string): DatabaseTotals | null {
  try {
    using database = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
    return readTotals(database);
  } catch {
    return null;
  }
}

interface RestoreResult {
  /** The folder with the files that were in place; null if there were none. */
  readonly replacedFolder: string | null;
  readonly totals: DatabaseTotals;
  /** The number of people who were erased after the copy was made, and now in the restored database. */
  readonly erasedAgain: number;
}

/**
 * Restores into a separate folder, without the erased people, and then moves the files into place. A restore that is
 * killed before that changes nothing; {@link finishRestore} finishes one that is killed later.
 */
export async function runRestore(
  config: RestoreConfig,
  plan: RestorePlan,
  now: number,
): Promise<RestoreResult> {
  const { dataDir } = config.store;
  const staging = stagingOf(dataDir);
  const { database, content, originals } = partsOf(plan.copy);
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await rm(staging, { recursive: true, force: true });
  await refuseFullDisk(dataDir, [database, content, originals]);
  await mkdir(staging, { mode: 0o700 });
  await copySqlite(database, databaseFile(staging));
  const erasedAgain = await prepareDatabase(config, staging, plan.erased);
  const check = checkCopy(databaseFile(staging));
  if (!check.ok) throw new CopyError(`O banco restaurado tem um dano: ${check.damage}.`);
  if (erasedAgain === 0 && !plan.isOlder) {
    const difference = findDifference(plan.totals, check.totals);
    if (difference !== null)
      throw new CopyError(`O banco restaurado não é a cópia: ${difference}.`);
  }
  for (const [from, name, isInCopy] of [
    [content, 'content', plan.hasContent],
    [originals, 'originals', plan.hasOriginals],
  ] as const) {
    if (isInCopy) {
      const filter = (path: string) => !fs.lstatSync(path).isSymbolicLink();
      const options = { recursive: true, preserveTimestamps: true, filter };
      await cp(from, join(staging, name), options);
    }
  }
  await syncFile(databaseFile(staging));
  mergeErasureLog(dirname(plan.copy), dataDir);
  // Throws if a server has opened the database meanwhile, because the server's next start would finish this restore.
  endWriteAheadLog(dataDir);
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '');
  fs.renameSync(staging, join(dataDir, READY_RESTORE_PREFIX + time));
  const replacedFolder = await finishRestore(config);
  if (replacedFolder === null) throw new CopyError('Outro comando terminou esta restauração.');
  const isEmpty = fs.readdirSync(replacedFolder).length === 0;
  if (isEmpty) fs.rmdirSync(replacedFolder);
  return { replacedFolder: isEmpty ? null : replacedFolder, totals: check.totals, erasedAgain };
}

async function prepareDatabase(
  config: RestoreConfig,
  staging: string,
  erased: ErasedRows,
): Promise<number> {
  const store = { ...config.store, dataDir: staging };
  await using database = await openDatabase(store, 'write');
  const deps = { database, config: { ...config, store }, adapters: ADAPTERS };
  const erasedAgain = await applyErasures(deps, erased);
  // Sessions and links are deleted, because they may have ended after the copy was made.
  for (const table of ['operator_sessions', 'operator_links'] as const) {
    await database.deleteFrom(table).execute();
  }
  await truncateWriteAheadLog(database);
  return erasedAgain;
}
