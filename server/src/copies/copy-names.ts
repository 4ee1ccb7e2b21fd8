import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, dayOf } from '@funil/contract/brasilia';
import { SECOND_MS } from '@funil/contract/durations';
import type { StoreConfig } from '../config/config.ts';

const COPY_NAME = /^funil-(\d{4}-\d\d-\d\d)\.db/;

const DAILY_COPIES_KEPT = 7;
const WEEKLY_COPIES_KEPT = 4;

export const partsOf = (copy: string) => ({
  database: copy,
  content: `${copy}-conteudo`,
  originals: `${copy}-originais`,
});

export const copyOfDay = (folder: string, day: string): string => join(folder, `funil-${day}.db`);

export const todaysCopy = (folder: string, now: number): string => copyOfDay(folder, dayOf(now));

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

/** Returns the part that is written last and completes a copy: the database, or with PostgreSQL the content. */
export function decisivePartOf(copy: string, { databaseUrl }: StoreConfig): string {
  const { database, content } = partsOf(copy);
  return databaseUrl === null ? database : content;
}

export async function listCopyDays(folder: string, store: StoreConfig): Promise<string[]> {
  const names = (await isFolder(folder)) ? await readdir(folder) : [];
  const days = names.flatMap((name) => COPY_NAME.exec(name)?.[1] ?? []);
  return [...new Set(days)]
    .filter((day) => names.includes(basename(decisivePartOf(copyOfDay(folder, day), store))))
    .sort()
    .reverse();
}

function weekOf(day: string): string {
  const weekday = new Date(day).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Returns the days to delete. The newest seven days are kept, and the newest day of each of the latest four weeks. */
export function listExpiredDays(days: readonly string[]): string[] {
  const newestFirst = days.toSorted().reverse();
  const newestOfWeeks = [...Map.groupBy(newestFirst, weekOf).values()].flatMap(
    ([day]) => day ?? [],
  );
  const keptDays = new Set([
    ...newestFirst.slice(0, DAILY_COPIES_KEPT),
    ...newestOfWeeks.slice(0, WEEKLY_COPIES_KEPT),
  ]);
  return newestFirst.filter((day) => !keptDays.has(day));
}

interface CopyState {
  /** When the newest complete copy was written, in ms since 1970; null if there is none. */
  readonly newestAt: number | null;
  readonly isOnSameDisk: boolean;
  readonly failure: string | null;
}

/** The file of the last failure, beside the database, because the folder of copies may be unusable. */
export const failureFile = (dataDir: string): string => join(dataDir, '.copy-failure');

async function readFolderState(
  folder: string,
  store: StoreConfig,
  now: number,
): Promise<CopyState> {
  // A copy of a later day does not count, because the clock has been set back since.
  const [day] = (await listCopyDays(folder, store)).filter((name) => name <= dayOf(now));
  const newest = day && (await stat(decisivePartOf(copyOfDay(folder, day), store)));
  const hasFolder = await isFolder(folder);
  return {
    newestAt: newest ? newest.mtimeMs : null,
    isOnSameDisk: hasFolder && (await stat(folder)).dev === (await stat(store.dataDir)).dev,
    failure: await readFile(failureFile(store.dataDir), 'utf8').catch(() => null),
  };
}

const FOLDER_TIMEOUT_MS = 10 * SECOND_MS;
let pendingState: Promise<CopyState> | null = null;

/**
 * Returns null if the folder does not answer, as on a network disk that hangs. Until an answer comes, no second read
 * begins, because each holds one of the process's four threads for files.
 */
export async function readCopyState(
  folder: string,
  store: StoreConfig,
  now: number,
): Promise<CopyState | null> {
  pendingState ??= readFolderState(folder, store, now).finally(() => {
    pendingState = null;
  });
  return Promise.race([pendingState, pause(FOLDER_TIMEOUT_MS, null, { ref: false })]);
}
