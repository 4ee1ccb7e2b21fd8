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
import { dirname, join, resolve } from 'node:path';
import { explainWriteError } from '../server/src/explain-start.ts';
import { acquireLock } from './launch/lock.mjs';

export const root = join(import.meta.dirname, '..');

/** A part that is built: the site, the console, or the page's editor. */
export interface BuildPart {
  /** The folder of its code. */
  readonly folder: string;
  /** The folder of the finished build; default: `dist` in `folder`. */
  readonly dist?: string;
  /** Its name in messages: `a página`. */
  readonly name: string;
  /** Returns a hash of all files and settings that the build depends on. */
  readonly hashInputs: () => string;
  /** Builds into a folder. Returns the reason of a failure, or null. */
  readonly build: (next: string) => Promise<string | null>;
}

export type BuildOutcome =
  | { readonly ok: true; readonly isNew: boolean }
  | { readonly ok: false; readonly reason: string };

const STAMP = '.inputs-sha256';

/** Returns whether a folder holds a complete build of the inputs with this hash. */
export const isBuiltFrom = (dist: string, hash: string): boolean =>
  existsSync(join(dist, STAMP)) && readFileSync(join(dist, STAMP), 'utf8') === hash;

/** Builds a part if its inputs changed. A complete build replaces the current one; a failed build leaves it in place. */
export const buildPart = (part: BuildPart): Promise<BuildOutcome> =>
  buildUnlessCurrent(part).catch(explainFailure);

/** Returns why a build's folders cannot be written. @throws any other error */
export function explainFailure(error: unknown): BuildOutcome {
  const reason = explainWriteError(error, process.env);
  if (reason === null) throw error;
  return { ok: false, reason };
}

async function buildUnlessCurrent(part: BuildPart): Promise<BuildOutcome> {
  const { dist = join(part.folder, 'dist') } = part;
  // On the same file system as `dist`, so that a rename is atomic.
  const workFolder = join(dirname(dist), '.build');
  const isCurrent = () => isBuiltFrom(dist, part.hashInputs());
  // Without a write, not even a lock: another user may own the folder.
  if (isCurrent()) return { ok: true, isNew: false };
  // Two concurrent builds need twice the memory, and would write the same temporary files.
  const lock = await acquireLock(join(part.folder, '.build', 'lock'), () =>
    process.stderr.write(`Outro comando gera ${part.name} agora: espero que ele termine…\n`),
  );
  try {
    recoverFromKilledBuilds(workFolder, dist);
    if (isCurrent()) return { ok: true, isNew: false };
    process.stderr.write(`Gerando ${part.name}…\n`);
    const hash = part.hashInputs();
    const next = makeBuildFolder(workFolder);
    const reason = await part.build(next);
    if (reason !== null) return { ok: false, reason };
    writeFileSync(join(next, STAMP), hash);
    swapBuild(workFolder, next, dist);
    return { ok: true, isNew: true };
  } finally {
    lock.release();
  }
}

const NOT_INPUTS = new Set(['node_modules', 'dist', '.build', '.astro', 'site/src/layout/fonts']);

/** Starts a hash of files and of folders without generated files. */
export function hashFiles(inputs: readonly string[]): Hash {
  const hash = createHash('sha256');
  const files = inputs.flatMap((path) => (path.endsWith('.json') ? [path] : listFiles(path)));
  for (const file of files.sort())
    hash.update(`${file}\0`).update(readFileSync(resolve(root, file)));
  return hash;
}

function listFiles(path: string): string[] {
  if (!existsSync(resolve(root, path))) return [];
  const entries = readdirSync(resolve(root, path), { withFileTypes: true });
  return entries
    .filter(({ name }) => !NOT_INPUTS.has(name) && !NOT_INPUTS.has(join(path, name)))
    .flatMap((entry) => {
      const child = join(path, entry.name);
      return entry.isDirectory() ? listFiles(child) : [child];
    });
}

const erase = (path: string) => rmSync(path, { recursive: true, force: true });

/** Makes an empty build folder for this process. */
export function makeBuildFolder(workFolder: string): string {
  const next = join(workFolder, `next-${process.pid}`);
  erase(next);
  mkdirSync(next, { recursive: true });
  return next;
}

/** Replaces `dist` by `next`. `dist` is missing for about a millisecond. */
export function swapBuild(workFolder: string, next: string, dist: string): void {
  const previous = join(workFolder, `previous-${process.pid}`);
  erase(previous);
  if (existsSync(dist)) renameSync(dist, previous);
  renameSync(next, dist);
  erase(previous);
}

/** A folder name of {@link makeBuildFolder} or {@link swapBuild} with its process id. */
const LEFTOVER = /^(previous|next)-(\d+)$/;

/** Cleans up after killed builds: restores the previous build if `dist` is missing, and removes other folders. */
export function recoverFromKilledBuilds(workFolder: string, dist: string): void {
  if (!existsSync(workFolder)) return;
  for (const name of readdirSync(workFolder)) {
    const [, kind, pid] = LEFTOVER.exec(name) ?? [];
    if (pid === undefined || isOtherProcess(Number(pid))) continue;
    if (kind === 'previous' && !existsSync(dist)) renameSync(join(workFolder, name), dist);
    else erase(join(workFolder, name));
  }
}

function isOtherProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    // EPERM: another user's process.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
