import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');

const INPUTS = ['brand', 'contract/src', 'site', 'package-lock.json'];
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

/** A fingerprint of everything the built site depends on, the public configuration included. */
export function hashInputs(): string {
  const hash = createHash('sha256');
  const inputs = [process.env.CONTENT_DIR || 'content', ...INPUTS];
  const files = inputs.flatMap((path) => (path.endsWith('.json') ? [path] : filesBelow(path)));
  for (const file of files.sort())
    hash.update(`${file}\0`).update(readFileSync(resolve(root, file)));
  for (const name of Object.keys(process.env).sort()) {
    if (name.startsWith('PUBLIC_')) hash.update(`${name}=${process.env[name]}\0`);
  }
  return hash.digest('hex');
}
