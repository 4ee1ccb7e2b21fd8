import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder this code's own folder stands in. */
const shipped = dirname(import.meta.dirname);

const isContentFolder = (folder: string) => existsSync(join(folder, 'site.yaml'));

const above = (folder: string): string | undefined => {
  const candidate = join(folder, 'content');
  if (isContentFolder(candidate)) return candidate;
  const parent = dirname(folder);
  return parent === folder ? undefined : above(parent);
};

/**
 * The folder of the YAML files: `dir` when given, else `CONTENT_DIR`, else the one this code stands
 * in. A bundler moves the code away from the YAML; then the nearest `content` folder above the
 * working directory.
 */
export const findContentFolder = (dir?: URL | string): string => {
  if (dir instanceof URL) return fileURLToPath(dir);
  if (dir !== undefined) return dir;
  if (process.env.CONTENT_DIR) return resolve(process.env.CONTENT_DIR);
  return isContentFolder(shipped) ? shipped : (above(process.cwd()) ?? shipped);
};
