import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toShortLocalTime } from '../output/local-time.ts';

/** A publication that failed, while the site before it is still served. */
export interface PublishFailure {
  /** When: ISO time, UTC. */
  readonly at: string;
  /** The build's error, in several lines. */
  readonly reason: string;
}

/** In the built site's folder, so that the next site replaces it, too. */
const FILE = '.publish-failure.json';
const MAX_REASON_LENGTH = 4_000;

/** Records a failed publication, if the folder is writable. */
export function writePublishFailure(siteDir: string, failure: PublishFailure): void {
  const reason = failure.reason.slice(0, MAX_REASON_LENGTH);
  const file = join(siteDir, FILE);
  try {
    writeFileSync(`${file}.new`, JSON.stringify({ ...failure, reason }));
    renameSync(`${file}.new`, file);
  } catch {
    // Only the record is lost: the command has printed the reason already.
  }
}

/** Removes the record of a failed publication, when the site is up to date again. */
export function clearPublishFailure(siteDir: string): void {
  rmSync(join(siteDir, FILE), { force: true });
}

/** Returns the publication that failed after the served site's; null if the last one succeeded. */
export function readPublishFailure(siteDir: string): PublishFailure | null {
  try {
    const { at, reason } = JSON.parse(readFileSync(join(siteDir, FILE), 'utf8'));
    return typeof at === 'string' && typeof reason === 'string' ? { at, reason } : null;
  } catch {
    // No record, or an incomplete one.
    return null;
  }
}

/** Returns one line for the operator: the time, the first error, and what to do. */
export function describePublishFailure({ at, reason }: PublishFailure): string {
  const lines = reason.split('\n').map((line) => line.trim());
  const item = lines.find((line) => line.startsWith('- '))?.slice(2);
  const first = (item ?? lines.find(Boolean) ?? '').replace(/\.$/, '');
  const time = Number.isNaN(Date.parse(at)) ? at : toShortLocalTime(Date.parse(at));
  return `A última publicação falhou (${time}): ${first}. No ar continua a anterior; corrija e rode npm run publish.`;
}
