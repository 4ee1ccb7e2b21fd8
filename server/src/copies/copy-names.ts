import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, dayOf } from '@funil/contract/brasilia';
import type { StoreConfig } from '../config/config.ts';

const COPY_NAME = /^funil-(\d{4}-\d\d-\d\d)\.db/;

export const DAILY_COPIES_KEPT = 7;
export const WEEKLY_COPIES_KEPT = 4;

export const partsOf = (copy: string) => ({
  database: copy,
  content: `${copy}-conteudo`,
  originals: `${copy}-originais`,
});

export const copyOfDay = (folder: string, day: string): string => join(folder, `funil-${day}.db`);

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Returns the part that is written last and completes a copy: the database, or with PostgreSQL the content. */
export function decisivePartOf(copy: string, { databaseUrl }: StoreConfig): string {
  const { database, content } = partsOf(copy);
  return databaseUrl === null ? database : content;
}

export function listCopyDays(folder: string, store: StoreConfig): string[] {
  if (!isFolder(folder)) return [];
  const days = readdirSync(folder).flatMap((name) => COPY_NAME.exec(name)?.[1] ?? []);
  return [...new Set(days)]
    .filter((day) => existsSync(decisivePartOf(copyOfDay(folder, day), store)))
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
  const kept = new Set([
    ...newestFirst.slice(0, DAILY_COPIES_KEPT),
    ...newestOfWeeks.slice(0, WEEKLY_COPIES_KEPT),
  ]);
  return newestFirst.filter((day) => !kept.has(day));
}

export interface CopyState {
  /** When the newest complete copy was written, in ms since 1970; null if there is none. */
  readonly newestAt: number | null;
  readonly isOnSameDisk: boolean;
  readonly failure: string | null;
}

/**
 * Returns the file with the last failure. The file lies beside the database, because the folder of copies may be
 * unusable.
 */
export const failureFile = (dataDir: string): string => join(dataDir, '.copy-failure');

export function readCopyState(folder: string, store: StoreConfig, now: number): CopyState {
  // A copy of a later day is left out: the clock has been set back since.
  const [day] = listCopyDays(folder, store).filter((name) => name <= dayOf(now));
  const failurePath = failureFile(store.dataDir);
  return {
    newestAt:
      day === undefined ? null : statSync(decisivePartOf(copyOfDay(folder, day), store)).mtimeMs,
    isOnSameDisk: isFolder(folder) && statSync(folder).dev === statSync(store.dataDir).dev,
    failure: existsSync(failurePath) ? readFileSync(failurePath, 'utf8') : null,
  };
}

export const todaysCopy = (folder: string, now: number): string => copyOfDay(folder, dayOf(now));
