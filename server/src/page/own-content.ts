import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DEMONSTRATION_FOLDER } from '../config/content-folder.ts';

/** The parts of the content's folder that a seller edits, and the schemas that text editors read. */
const COPIED = /^(images|fonts|editor|[\w-]+\.yaml)$/;

/**
 * Makes a copy of the demonstration as the seller's own content, unless it exists. An upgrade then never meets an edited file.
 * @returns the folder
 */
export function ensureOwnContent(ownDir: string): string {
  const folder = resolve(ownDir);
  if (existsSync(join(folder, 'site.yaml'))) return folder;
  // Complete or missing: another process may be reading.
  const next = `${folder}.new`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  cpSync(DEMONSTRATION_FOLDER, next, {
    recursive: true,
    filter: (source) => {
      const [first = ''] = source.slice(DEMONSTRATION_FOLDER.length + 1).split(/[\\/]/);
      return first === '' || COPIED.test(first);
    },
  });
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
  return folder;
}
