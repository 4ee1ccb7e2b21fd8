import * as fs from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config/config.ts';
import { originalsOf } from '../config/content-folder.ts';
import { databaseFile } from '../store/sqlite/database.ts';
import { CopyError } from './make-copy.ts';

type FilesConfig = Pick<Config, 'store' | 'content'>;

/** The folder of a complete and checked restore, whose files only have to be moved; the restore's time follows. */
export const READY_RESTORE_PREFIX = 'restauracao.pronta-';

/** Returns the folder of a restore that is not complete yet. */
export const stagingOf = (dataDir: string): string => join(dataDir, 'restauracao.incompleta');

/**
 * Moves the files of a complete restore into place. A restore that was killed while it moved them is finished,
 * because the page would be built from half of it; every step may be repeated. The files of an incomplete restore are
 * removed, because its database may have people who were erased since. Returns the folder with the files that were in
 * place; null: there is no restore to finish.
 */
export async function finishRestore(config: FilesConfig): Promise<string | null> {
  const { dataDir } = config.store;
  if (!fs.existsSync(dataDir)) return null;
  await rm(stagingOf(dataDir), { recursive: true, force: true });
  const name = fs.readdirSync(dataDir).find((entry) => entry.startsWith(READY_RESTORE_PREFIX));
  if (name === undefined) return null;
  const ready = join(dataDir, name);
  const replacedFolder = join(dataDir, `antes-${name.slice(READY_RESTORE_PREFIX.length)}`);
  await replaceFiles(config, ready, replacedFolder);
  await rm(ready, { recursive: true, force: true });
  return replacedFolder;
}

export const explainFinished = (replacedFolder: string): string =>
  `Terminada a restauração que foi interrompida. O que estava no lugar está em ${replacedFolder}.\n`;

/** SQLITE_BUSY and SQLITE_LOCKED: https://www.sqlite.org/rescode.html */
const DATABASE_IN_USE_CODES = [5, 6];

/**
 * Writes SQLite's write-ahead log into the database file, and deletes the log.
 * @throws CopyError if another process has the database open
 */
export function endWriteAheadLog(dataDir: string): void {
  const file = databaseFile(dataDir);
  if (!fs.existsSync(file)) return;
  try {
    using database = new DatabaseSync(file);
    database.exec('pragma journal_mode = delete');
  } catch (error) {
    const { errcode = 0 } = error as { errcode?: number };
    if (!DATABASE_IN_USE_CODES.includes(errcode & 0xff)) return;
    throw new CopyError(
      'O banco está em uso: pare o servidor, e os comandos em andamento, e repita.',
    );
  }
}

/** Replaces all files, the database last; in one step, except on a disk without hard links. */
async function replaceFiles(
  { store: { dataDir }, content: { ownContentDir } }: FilesConfig,
  ready: string,
  replacedFolder: string,
) {
  endWriteAheadLog(dataDir);
  fs.mkdirSync(replacedFolder, { recursive: true, mode: 0o700 });
  for (const [name, target] of [
    ['content', ownContentDir],
    ['originals', originalsOf(dataDir)],
  ] as const) {
    const restored = join(ready, name);
    if (!fs.existsSync(restored)) continue;
    if (fs.existsSync(target)) await emptyFolder(target, join(replacedFolder, name));
    if (!renameFolder(restored, target)) await cp(restored, target, COPY_OPTIONS);
  }
  const [file, restored] = [databaseFile(dataDir), databaseFile(ready)];
  if (!fs.existsSync(restored)) return;
  // SQLite would replay the log of a damaged database over the copy.
  for (const suffix of ['', '-wal', '-shm']) {
    const [from, keptFile] = [file + suffix, databaseFile(replacedFolder) + suffix];
    if (!fs.existsSync(from)) continue;
    if (!fs.existsSync(keptFile)) linkOrMove(from, keptFile);
    if (suffix !== '') fs.rmSync(from, { force: true });
  }
  fs.renameSync(restored, file);
}

/** The file is then in both places; on a disk without hard links, such as exFAT, in the second only. */
function linkOrMove(from: string, to: string) {
  try {
    fs.linkSync(from, to);
  } catch {
    fs.renameSync(from, to);
  }
}

const COPY_OPTIONS = { recursive: true, preserveTimestamps: true } as const;

async function emptyFolder(folder: string, keptFolder: string) {
  if (!fs.existsSync(keptFolder)) {
    if (renameFolder(folder, keptFolder)) return;
    await cp(folder, `${keptFolder}.incompleto`, COPY_OPTIONS);
    fs.renameSync(`${keptFolder}.incompleto`, keptFolder);
  }
  for (const name of fs.readdirSync(folder)) fs.rmSync(join(folder, name), { recursive: true });
}

/** Returns false for a mounted disk, which cannot be renamed, and for a folder of another disk. */
function renameFolder(from: string, to: string): boolean {
  try {
    fs.renameSync(from, to);
    return true;
  } catch (error) {
    if (!['EXDEV', 'EBUSY'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    return false;
  }
}
