import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { msSinceMidnight } from '@funil/contract/brasilia';
import { HOUR_MS } from '@funil/contract/durations';
import { type Config, isFolderWithin } from '../config/config.ts';
import { originalsOf } from '../config/content-folder.ts';
import { useThread } from '../threads/thread.ts';
import {
  copyOfDay,
  decisivePartOf,
  failureFile,
  listCopyDays,
  listExpiredDays,
  partsOf,
  readCopyState,
  todaysCopy,
} from './copy-names.ts';
import type { CopyThread } from './copy-thread.ts';
import { CopyError, explainCopyFailure, type FinishedCopy } from './make-copy.ts';

/** 3:00 in Brasília, because few visitors come at night, and the day's reports are read later. */
const DAILY_COPY_TIME_MS = 3 * HOUR_MS;

type NightlyConfig = Pick<Config, 'store' | 'content' | 'site' | 'console'>;

export async function copyIfDue(config: NightlyConfig, folder: string, now: number): Promise<void> {
  const isDue = msSinceMidnight(now) >= DAILY_COPY_TIME_MS;
  if (!isDue) return;
  if ((await readCopyState(folder, config.store, now)) === null)
    throw new CopyError(`${folder} does not answer.`);
  if (existsSync(decisivePartOf(todaysCopy(folder, now), config.store))) return;
  await makeDailyCopy(config, folder, now);
}

/** Makes the day's copy in place of an earlier one, and removes expired copies. The doctor shows a failure. */
export async function makeDailyCopy(
  { store, content, site, console }: NightlyConfig,
  folder: string,
  now: number,
): Promise<FinishedCopy> {
  const failurePath = failureFile(store.dataDir);
  const copy = todaysCopy(folder, now);
  try {
    const usedFolders = [site.dir, console.dir, content.ownContentDir, originalsOf(store.dataDir)];
    if (usedFolders.some((dir) => isFolderWithin(folder, dir)))
      throw new CopyError(
        `${folder} leva a uma pasta que é publicada ou copiada. Escolha outra em BACKUP_DIR, no .env.`,
      );
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw explainCopyFailure(copy, error);
    });
    const [newest] = await listCopyDays(folder, store);
    const previousCopy = newest === undefined ? null : copyOfDay(folder, newest);
    const finishedCopy = await useThread<CopyThread, FinishedCopy>(
      new URL('./copy-thread.ts', import.meta.url),
      (thread) => thread.makeCopy({ store, content }, copy, previousCopy),
    );
    for (const day of listExpiredDays(await listCopyDays(folder, store))) {
      for (const part of Object.values(partsOf(copyOfDay(folder, day)))) {
        await rm(part, { recursive: true, force: true });
      }
    }
    rmSync(failurePath, { force: true });
    return finishedCopy;
  } catch (error) {
    storeFailure(failurePath, error instanceof Error ? error.message : String(error));
    throw error;
  }
}

function storeFailure(file: string, reason: string) {
  try {
    writeFileSync(file, reason);
  } catch {
    // The log has the reason, too.
  }
}
