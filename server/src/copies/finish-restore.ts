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
export const READY_PREFIX = 'restauracao.pronta-';

/** Returns the folder of a restore that is not complete yet. */
export const stagingOf = (dataDir: string): string => join(dataDir, 'restauracao.incompleta');

/**
 * Moves the files of a complete restore into place, also of a restore that was killed meanwhile, because the page would
 * be built from half of it. Every step may be repeated. Removes what an incomplete one left, because its database may
 * have people who were erased since. Returns the folder with the files that were in place; null: there is no restore to
 * finish.
 */
export async function finishRestore(config: FilesConfig): Promise<string | null> {
  const { dataDir } = config.store;
  if (!fs.existsSync(dataDir)) return null;
  await rm(stagingOf(dataDir), { recursive: true, force: true });
  const name = fs.readdirSync(dataDir).find((entry) => entry.startsWith(READY_PREFIX));
  if (name === undefined) return null;
  const ready = join(dataDir, name);
  const aside = join(dataDir, `antes-${name.slice(READY_PREFIX.length)}`);
  await replaceFiles(config, ready, aside);
  await rm(ready, { recursive: true, force: true });
  return aside;
}

export const explainFinished = (aside: string): string =>
  `Terminada a restauração que foi interrompida. O que estava no lugar está em ${aside}.\n`;

/** SQLITE_BUSY and SQLITE_LOCKED: https://www.sqlite.org/rescode.html */
const DATABASE_IN_USE_CODES = [5, 6];

/** @throws CopyError if another process has the database open */
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

/** Replaces all files, the database last and in one step. */
async function replaceFiles(
  { store: { dataDir }, content: { ownContentDir } }: FilesConfig,
  ready: string,
  aside: string,
) {
  endWriteAheadLog(dataDir);
  fs.mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const [name, target] of [
    ['content', ownContentDir],
    ['originals', originalsOf(dataDir)],
  ] as const) {
    const restored = join(ready, name);
    if (!fs.existsSync(restored)) continue;
    if (fs.existsSync(target)) await emptyFolder(target, join(aside, name));
    if (!renameFolder(restored, target)) await cp(restored, target, COPY_OPTIONS);
  }
  const [file, restored] = [databaseFile(dataDir), databaseFile(ready)];
  if (!fs.existsSync(restored)) return;
  // SQLite would replay the log of a damaged database over the copy.
  for (const suffix of ['', '-wal', '-shm']) {
    const [from, kept] = [file + suffix, databaseFile(aside) + suffix];
    if (!fs.existsSync(from)) continue;
    if (!fs.existsSync(kept)) fs.linkSync(from, kept);
    if (suffix !== '') fs.rmSync(from);
  }
  fs.renameSync(restored, file);
}

const COPY_OPTIONS = { recursive: true, preserveTimestamps: true } as const;

/** Moves a folder's files to `kept`, unless they are there already. */
async function emptyFolder(folder: string, kept: string) {
  if (!fs.existsSync(kept)) {
    if (renameFolder(folder, kept)) return;
    await cp(folder, `${kept}.incompleto`, COPY_OPTIONS);
    fs.renameSync(`${kept}.incompleto`, kept);
  }
  for (const name of fs.readdirSync(folder)) fs.rmSync(join(folder, name), { recursive: true });
}

/** Renames a folder. Returns false for a mounted disk, which cannot be renamed, and for a folder of another disk. */
function renameFolder(from: string, to: string): boolean {
  try {
    fs.renameSync(from, to);
    return true;
  } catch (error) {
    if (!['EXDEV', 'EBUSY'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    return false;
  }
}
