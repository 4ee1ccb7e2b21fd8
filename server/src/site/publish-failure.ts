import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toShortLocalTime } from '@funil/contract/local-time';

/** A failed publication, after which the previous site is still served. */
export interface PublishFailure {
  readonly at: string;
  readonly reason: string;
}

/** The file is in the built site's folder, which the next publication replaces. */
const FAILURE_FILE_NAME = '.publish-failure.json';
const MAX_REASON_LENGTH = 4_000;

export function writePublishFailure(siteDir: string, failure: PublishFailure): void {
  const reason = failure.reason.slice(0, MAX_REASON_LENGTH);
  const file = join(siteDir, FAILURE_FILE_NAME);
  try {
    writeFileSync(`${file}.new`, JSON.stringify({ ...failure, reason }));
    renameSync(`${file}.new`, file);
  } catch {
    // The command prints the reason, too.
  }
}

export function clearPublishFailure(siteDir: string): void {
  rmSync(join(siteDir, FAILURE_FILE_NAME), { force: true });
}

/** Returns null if the last publication succeeded. */
export function readPublishFailure(siteDir: string): PublishFailure | null {
  try {
    const { at, reason } = JSON.parse(readFileSync(join(siteDir, FAILURE_FILE_NAME), 'utf8'));
    return typeof at === 'string' && typeof reason === 'string' ? { at, reason } : null;
  } catch {
    return null;
  }
}

export function describePublishFailure({ at, reason }: PublishFailure): string {
  const lines = reason.split('\n').map((line) => line.trim());
  const item = lines.find((line) => line.startsWith('- '))?.slice(2);
  const firstError = (item ?? lines.find(Boolean) ?? '').replace(/\.$/, '');
  const time = Number.isNaN(Date.parse(at)) ? at : toShortLocalTime(Date.parse(at));
  return `A última publicação falhou (${time}): ${firstError}. No ar continua a anterior; corrija e rode npm run publish.`;
}
