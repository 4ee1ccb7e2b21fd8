import { createHash, type Hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { acquireLock } from './launch/lock.mjs';

export const root = join(import.meta.dirname, '..');

/** A part of the project that is built into the folder `dist`: the site, or the console. */
export interface BuildPart {
  readonly folder: string;
  /** Its name in messages: `a página`. */
  readonly name: string;
  /** Returns a fingerprint of all that the build depends on. */
  readonly hashInputs: () => string;
  /** Builds into a folder. Returns why it failed, or null. */
  readonly build: (next: string) => Promise<string | null>;
}

export type BuildOutcome =
  | { readonly ok: true; readonly isNew: boolean }
  | { readonly ok: false; readonly reason: string };

const STAMP = '.inputs-sha256';

/**
 * Builds a part unless its inputs are unchanged. The build is made beside the one in place and replaces it when
 * complete; a build that fails leaves the one in place.
 */
export async function buildPart(part: BuildPart): Promise<BuildOutcome> {
  const dist = join(part.folder, 'dist');
  // Beside `dist`, so that a folder moves from one to the other in one step.
  const workFolder = join(part.folder, '.build');
  const isCurrent = () =>
    existsSync(join(dist, STAMP)) && readFileSync(join(dist, STAMP), 'utf8') === part.hashInputs();
  // Nothing is written then, not even a lock: the folder may be another user's.
  if (isCurrent()) return { ok: true, isNew: false };
  // Two builds at once need twice the memory.
  const release = await acquireLock(join(workFolder, 'lock'), () =>
    process.stderr.write(`Outro comando gera ${part.name} agora: espero que ele termine…\n`),
  );
  try {
    recoverFromKilledBuilds(workFolder, dist);
    if (isCurrent()) return { ok: true, isNew: false };
    process.stderr.write(`Gerando ${part.name}…\n`);
    const hash = part.hashInputs();
    const next = makeNext(workFolder);
    const reason = await part.build(next);
    if (reason !== null) return { ok: false, reason };
    writeFileSync(join(next, STAMP), hash);
    swapBuild(workFolder, next, dist);
    return { ok: true, isNew: true };
  } finally {
    release();
  }
}

const NOT_INPUTS = new Set(['node_modules', 'dist', '.build', '.astro', 'site/src/layout/fonts']);

/** Starts a fingerprint of files, and of all files below folders except what a build makes. */
export function hashFiles(inputs: readonly string[]): Hash {
  const hash = createHash('sha256');
  const files = inputs.flatMap((path) => (path.endsWith('.json') ? [path] : filesBelow(path)));
  for (const file of files.sort())
    hash.update(`${file}\0`).update(readFileSync(resolve(root, file)));
  return hash;
}

function filesBelow(path: string): string[] {
  if (!existsSync(resolve(root, path))) return [];
  const entries = readdirSync(resolve(root, path), { withFileTypes: true });
  return entries
    .filter(({ name }) => !NOT_INPUTS.has(name) && !NOT_INPUTS.has(join(path, name)))
    .flatMap((entry) => {
      const child = join(path, entry.name);
      return entry.isDirectory() ? filesBelow(child) : [child];
    });
}

const erase = (path: string) => rmSync(path, { recursive: true, force: true });

/** Makes the empty folder in which this process builds. */
export function makeNext(workFolder: string): string {
  const next = join(workFolder, `next-${process.pid}`);
  erase(next);
  mkdirSync(next, { recursive: true });
  return next;
}

/** Puts `next` in the place of `dist`. Between the two steps `dist` is missing for about a millisecond. */
export function swapBuild(workFolder: string, next: string, dist: string): void {
  const previous = join(workFolder, `previous-${process.pid}`);
  erase(previous);
  if (existsSync(dist)) renameSync(dist, previous);
  renameSync(next, dist);
  erase(previous);
}

/** A folder of {@link makeNext} or {@link swapBuild}, with the id of its process. */
const LEFTOVER = /^(previous|next)-(\d+)$/;

/** Cleans up after killed builds: a build that was moved out returns, the rest is removed. */
export function recoverFromKilledBuilds(workFolder: string, dist: string): void {
  if (!existsSync(workFolder)) return;
  for (const name of readdirSync(workFolder)) {
    const [, kind, maker] = LEFTOVER.exec(name) ?? [];
    if (maker === undefined || isOtherProcess(Number(maker))) continue;
    if (kind === 'previous' && !existsSync(dist)) renameSync(join(workFolder, name), dist);
    else erase(join(workFolder, name));
  }
}

function isOtherProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    // EPERM: a process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
