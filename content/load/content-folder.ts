import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const demonstrationFolder = dirname(import.meta.dirname);

const isContentFolder = (folder: string) => existsSync(join(folder, 'site.yaml'));

function findInOrAbove(folder: string): string | undefined {
  const candidate = join(folder, 'content');
  if (isContentFolder(candidate)) return candidate;
  const parent = dirname(folder);
  return parent === folder ? undefined : findInOrAbove(parent);
}

/** If a bundler moved this code, returns the nearest `content` folder in or above the working directory. */
export function findContentFolder(): string {
  if (process.env.CONTENT_DIR) return resolve(process.env.CONTENT_DIR);
  return isContentFolder(demonstrationFolder)
    ? demonstrationFolder
    : (findInOrAbove(process.cwd()) ?? demonstrationFolder);
}
