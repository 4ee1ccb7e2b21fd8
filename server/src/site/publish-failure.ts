import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A publication that failed, told beside the site that stays in place. */
export interface PublishFailure {
  /** When: ISO time, UTC. */
  readonly at: string;
  /** What went wrong, in the words of the build; several lines. */
  readonly reason: string;
}

/** In the built site's own folder, so that the next site that takes its place takes it away. */
const FILE = '.publish-failure.json';
/** Characters kept of the reason. */
const LONGEST_REASON = 4_000;

/** Leaves word of a failed publication. A folder that cannot be written leaves none. */
export function writePublishFailure(siteDir: string, failure: PublishFailure): void {
  const reason = failure.reason.slice(0, LONGEST_REASON);
  const file = join(siteDir, FILE);
  try {
    writeFileSync(`${file}.new`, JSON.stringify({ ...failure, reason }));
    renameSync(`${file}.new`, file);
  } catch {
    // Only the notice is lost: whoever ran the command has read the reason already.
  }
}

/** Takes back the word of a failed publication: what is in place is what content says again. */
export function clearPublishFailure(siteDir: string): void {
  rmSync(join(siteDir, FILE), { force: true });
}

/** The failed publication that the site in place has outlived; null when the last one went well. */
export function readPublishFailure(siteDir: string): PublishFailure | null {
  try {
    const { at, reason } = JSON.parse(readFileSync(join(siteDir, FILE), 'utf8'));
    return typeof at === 'string' && typeof reason === 'string' ? { at, reason } : null;
  } catch {
    // None, or one that was not written whole.
    return null;
  }
}

const BRASILIA = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** One line for the operator: when, the first thing that is wrong, and what to do. */
export function describePublishFailure({ at, reason }: PublishFailure): string {
  const lines = reason.split('\n').map((line) => line.trim());
  const item = lines.find((line) => line.startsWith('- '))?.slice(2);
  const first = (item ?? lines.find(Boolean) ?? '').replace(/\.$/, '');
  const time = Number.isNaN(Date.parse(at)) ? at : BRASILIA.format(new Date(at));
  return `A última publicação falhou (${time}): ${first}. No ar continua a anterior; corrija e rode npm run publish.`;
}
