import { constants, existsSync, statSync } from 'node:fs';
import { cp, link, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { HOUR_MS, SECOND_MS } from '@funil/contract/durations';
import type { Config } from '../config/config.ts';
import { originalsOf } from '../config/content-folder.ts';
import { mergeErasureLog } from '../erasure/erasure-log.ts';
import { explainFileProblem } from '../store/health/write-problem.ts';
import {
  addressWithoutLocks,
  checkCopy,
  copySqlite,
  type DatabaseTotals,
  findDifference,
} from '../store/sqlite/copy.ts';
import { databaseFile } from '../store/sqlite/database.ts';
import { partsOf } from './copy-names.ts';

type CopyConfig = Pick<Config, 'store' | 'content'>;

/** `totals` is null with PostgreSQL: the database is not copied, only content and originals are. */
export interface FinishedCopy {
  readonly totals: DatabaseTotals | null;
  readonly hasContent: boolean;
}

/** A failure of a copy or a restore, whose message is in Portuguese. */
export class CopyError extends Error {}

/**
 * Checks the database's copy, and compares its counts and amounts with the source's. A part gets its name when it is
 * complete, the database last.
 * @param previous an earlier copy; originals that are unchanged since become hard links to its files
 * @throws CopyError
 */
export async function makeCopy(
  config: CopyConfig,
  copy: string,
  previous: string | null = null,
): Promise<FinishedCopy> {
  try {
    return await copyParts(config, copy, previous);
  } catch (error) {
    throw explainCopyFailure(copy, error);
  }
}

export function explainCopyFailure(copy: string, error: unknown): CopyError {
  if (error instanceof CopyError) return error;
  const failure = error as Error;
  const reason = explainFileProblem(copy, failure);
  return new CopyError(reason ?? `Não foi possível fazer a cópia ${copy}: ${failure.message}.`);
}

async function copyParts(
  { store: { databaseUrl, dataDir }, content: { ownContentDir } }: CopyConfig,
  copy: string,
  previous: string | null,
): Promise<FinishedCopy> {
  const parts = partsOf(copy);
  const originals = originalsOf(dataDir);
  const file = databaseUrl === null ? databaseFile(dataDir) : null;
  await removeUnfinished(dirname(copy));
  await refuseFullDisk(dirname(copy), [file, ownContentDir, originals]);
  if (existsSync(originals)) {
    const earlier = previous === null ? null : partsOf(previous).originals;
    await replacePart(parts.originals, (part) => copyOriginals(originals, part, earlier));
  }
  const hasContent = existsSync(ownContentDir);
  if (hasContent) {
    // Follows symbolic links: a link in the copy would lead to the content that a restore replaces.
    const copyFiles = (part: string) =>
      cp(ownContentDir, part, { recursive: true, dereference: true });
    await replacePart(parts.content, copyFiles);
  }
  if (file === null) return { totals: null, hasContent };
  let totals: DatabaseTotals | null = null;
  await replacePart(parts.database, async (part) => {
    totals = await copySqlite(file, part);
    verifyCopy(part, totals);
    await syncFile(part);
  });
  mergeErasureLog(dataDir, dirname(copy));
  return { totals, hasContent };
}

function verifyCopy(part: string, expected: DatabaseTotals): void {
  const check = checkCopy(addressWithoutLocks(part));
  if (!check.ok) throw new CopyError(`A cópia saiu com um dano: ${check.damage}.`);
  const difference = findDifference(expected, check.totals);
  if (difference !== null) throw new CopyError(`A cópia não bate com o banco: ${difference}.`);
}

const UNFINISHED_PART = /\.\d+\.incompleto(?:-journal)?$/;
/** A part without a write for this long was left by a killed copy, whose process may be one of another container. */
const UNFINISHED_PART_TIMEOUT_MS = HOUR_MS;

async function removeUnfinished(folder: string) {
  for (const name of await readdir(folder)) {
    if (!UNFINISHED_PART.test(name)) continue;
    const path = join(folder, name);
    const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - writtenAt < UNFINISHED_PART_TIMEOUT_MS) continue;
    await rm(path, { recursive: true, force: true });
  }
}

/**
 * Writes a part under another name first, so that an interrupted copy is never taken for a complete one. The name has
 * the process id, because server and command may make the copy at the same time.
 */
async function replacePart(part: string, write: (unfinished: string) => Promise<unknown>) {
  const unfinished = `${part}.${process.pid}.incompleto`;
  const remove = async () => {
    await rm(unfinished, { recursive: true, force: true });
    await rm(`${unfinished}-journal`, { force: true });
  };
  await remove();
  try {
    await write(unfinished);
    await rm(part, { recursive: true, force: true });
    await rename(unfinished, part);
  } catch (error) {
    await remove();
    throw error;
  }
}

async function copyOriginals(folder: string, part: string, earlier: string | null) {
  await mkdir(part, { mode: 0o700 });
  for (const name of await readdir(folder)) {
    const [from, to] = [join(folder, name), join(part, name)];
    const copied = earlier === null ? null : join(earlier, name);
    const isLinked =
      copied !== null && (await isUnchanged(from, copied)) && (await tryLink(copied, to));
    if (!isLinked) await cp(from, to, { preserveTimestamps: true, mode: constants.COPYFILE_EXCL });
  }
}

/** Returns false on a disk without hard links, such as exFAT or a network folder. */
const tryLink = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    () => false,
  );

async function isUnchanged(file: string, copied: string): Promise<boolean> {
  if (!existsSync(copied)) return false;
  const [now, then] = [await stat(file), await stat(copied)];
  // Times may differ a little, because some file systems round them.
  return now.size === then.size && Math.abs(now.mtimeMs - then.mtimeMs) < SECOND_MS;
}

const MIN_SPARE_DISK_BYTES = 64 * 1024 ** 2;

/** @throws CopyError if the disk has no room for a copy of the paths */
export async function refuseFullDisk(folder: string, paths: readonly (string | null)[]) {
  let needed = MIN_SPARE_DISK_BYTES;
  for (const path of paths) if (path !== null && existsSync(path)) needed += await sizeOf(path);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= needed) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2).toLocaleString('pt-BR');
  throw new CopyError(
    `Não há espaço no disco para a cópia: ela pede ${megabytes(needed)} MB, há ${megabytes(bavail * bsize)} MB livres.`,
  );
}

async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path);
  if (!stats.isDirectory()) return stats.size;
  const sizes = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name))));
  return sizes.reduce((sum, one) => sum + one, 0);
}

export async function syncFile(file: string): Promise<void> {
  await using handle = await open(file, 'r');
  await handle.sync();
}
