import { createHash, type Hash } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ContentProblem } from '../content/load/content-error.ts';
import { explainWriteError } from '../server/src/explain-start.ts';
import { acquireLock } from './launch/lock.mjs';
import type { OnStart } from './run-builder.ts';

export const root = join(import.meta.dirname, '..');

export interface BuildPart {
  readonly folder: string;
  /** Default: `dist` in `folder`. */
  readonly dist?: string;
  /** `a página` */
  readonly name: string;
  /** Hashes all files and settings that the build depends on. */
  readonly hashInputs: () => string;
  readonly build: (outputFolder: string, onStart: OnStart) => Promise<BuildFailure | null>;
}

export interface BuildFailure {
  /** The reason in Portuguese; may have several lines. */
  readonly reason: string;
  /** The content's problems, which `reason` names, too; left out if the content is valid. */
  readonly problems?: readonly ContentProblem[];
}

export type BuildOutcome =
  | { readonly ok: true; readonly isNew: boolean }
  | ({ readonly ok: false } & BuildFailure);

const INPUTS_HASH_FILE = '.inputs-sha256';

/** True if `dist` has a complete build of inputs with this hash. */
export const isBuiltFrom = (dist: string, hash: string): boolean =>
  fs.existsSync(join(dist, INPUTS_HASH_FILE)) &&
  fs.readFileSync(join(dist, INPUTS_HASH_FILE), 'utf8') === hash;

/** Builds a part unless `dist` is up to date. A failed build leaves `dist` as it was. */
export const buildPart = (part: BuildPart): Promise<BuildOutcome> =>
  buildUnlessCurrent(part).catch(explainUnwritableFolder);

/** Explains a folder that is not writable or a full disk; throws any other error. */
export function explainUnwritableFolder(error: unknown): BuildOutcome {
  const reason = explainWriteError(error, process.env);
  if (reason === null) throw error;
  return { ok: false, reason };
}

async function buildUnlessCurrent(part: BuildPart): Promise<BuildOutcome> {
  const { dist = join(part.folder, 'dist') } = part;
  // The folder is on the file system of `dist`, so that a rename is atomic.
  const workFolder = join(dirname(dist), '.build');
  const outputFolder = join(workFolder, 'next');
  const isCurrent = () => isBuiltFrom(dist, part.hashInputs());
  // If the build is current, nothing is written and no lock is taken, because the folder may belong to another user.
  if (isCurrent()) return { ok: true, isNew: false };
  // Waits for other builds of this part, which would need as much memory again and write the same temporary files.
  const lock = await acquireLock(join(part.folder, '.build', 'lock'), () =>
    process.stderr.write(`Outro comando gera ${part.name} agora: espero que ele termine…\n`),
  );
  try {
    recoverFromKilledBuild(workFolder, dist);
    if (isCurrent()) return { ok: true, isNew: false };
    process.stderr.write(`Gerando ${part.name}…\n`);
    const hash = part.hashInputs();
    fs.mkdirSync(outputFolder, { recursive: true });
    const failure = await part.build(outputFolder, lock.shareWith);
    if (failure !== null) return { ok: false, ...failure };
    fs.writeFileSync(join(outputFolder, INPUTS_HASH_FILE), hash);
    swapBuild(workFolder, dist);
    return { ok: true, isNew: true };
  } finally {
    // After a failed build on a full disk, the editor needs this room to restore the former texts.
    removeFolder(outputFolder);
    lock.release();
  }
}

const GENERATED_NAMES = new Set([
  'node_modules',
  'dist',
  '.build',
  '.astro',
  'site/src/layout/fonts',
]);

/** Hashes the inputs, each a `.json` file or a folder, without generated files. A missing folder counts as empty. */
export function hashFiles(inputs: readonly string[]): Hash {
  const hash = createHash('sha256');
  const files = inputs.flatMap((path) => (path.endsWith('.json') ? [path] : listFiles(path)));
  for (const file of files.sort())
    hash.update(`${file}\0`).update(fs.readFileSync(resolve(root, file)));
  return hash;
}

function listFiles(path: string): string[] {
  if (!fs.existsSync(resolve(root, path))) return [];
  const entries = fs.readdirSync(resolve(root, path), { withFileTypes: true });
  return entries
    .filter(({ name }) => !GENERATED_NAMES.has(name) && !GENERATED_NAMES.has(join(path, name)))
    .flatMap((entry) => {
      const child = join(path, entry.name);
      return entry.isDirectory() ? listFiles(child) : [child];
    });
}

const removeFolder = (path: string) => fs.rmSync(path, { recursive: true, force: true });

/** Replaces `dist` by the new build. Between the two renames, `dist` is missing for about a millisecond. */
export function swapBuild(workFolder: string, dist: string): void {
  const previousDist = join(workFolder, 'previous');
  if (fs.existsSync(dist)) fs.renameSync(dist, previousDist);
  fs.renameSync(join(workFolder, 'next'), dist);
  removeFolder(previousDist);
}

/** Restores the build that a killed process had moved away, and removes the folders of its work. */
export function recoverFromKilledBuild(workFolder: string, dist: string): void {
  const previousDist = join(workFolder, 'previous');
  if (!fs.existsSync(dist) && fs.existsSync(previousDist)) fs.renameSync(previousDist, dist);
  removeFolder(previousDist);
  removeFolder(join(workFolder, 'next'));
}
