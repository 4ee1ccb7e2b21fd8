import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');

const NOT_INPUTS = new Set(['node_modules', 'dist', '.build', '.astro', 'site/src/layout/fonts']);

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

/** The fingerprint, so far, of files and of all that lies below folders; what a build makes is left out. */
export function hashFiles(inputs: readonly string[]): Hash {
  const hash = createHash('sha256');
  const files = inputs.flatMap((path) => (path.endsWith('.json') ? [path] : filesBelow(path)));
  for (const file of files.sort())
    hash.update(`${file}\0`).update(readFileSync(resolve(root, file)));
  return hash;
}
