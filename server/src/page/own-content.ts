import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DEMONSTRATION_FOLDER, explainUnusableContentFolder } from '../config/content-folder.ts';

/** The parts of the content's folder that a seller edits, and the schemas that text editors read. */
const COPIED_NAMES = /^(images|fonts|editor|[\w-]+\.yaml)$/;

/** Thrown if the content's folder contains other files; the message is for the operator. */
export class OtherContentError extends Error {}

/**
 * Makes a copy of the demonstration as the seller's own content, unless it exists, so that an upgrade never overwrites
 * an edited file.
 * @returns the folder
 * @throws OtherContentError if the folder contains other files, which stay unchanged
 */
export function ensureOwnContent(ownDir: string): string {
  const folder = resolve(ownDir);
  if (existsSync(join(folder, 'site.yaml'))) {
    addMissingFiles(folder);
    return folder;
  }
  const other = explainUnusableContentFolder(folder);
  if (other) throw new OtherContentError(other.join(' '));
  // The folder is renamed when complete, because another process may be reading it.
  const unfinishedFolder = `${folder}.${process.pid}.incompleto`;
  rmSync(unfinishedFolder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  cpSync(DEMONSTRATION_FOLDER, unfinishedFolder, {
    recursive: true,
    filter: (source) => {
      const [topName = ''] = source.slice(DEMONSTRATION_FOLDER.length + 1).split(/[\\/]/);
      return topName === '' || COPIED_NAMES.test(topName);
    },
  });
  // Throws if another process has put files into the folder meanwhile.
  if (existsSync(folder)) rmdirSync(folder);
  renameSync(unfinishedFolder, folder);
  return folder;
}

/** Adds the files of sections that came with a later release, which the page shows only once they are switched on. */
function addMissingFiles(folder: string): void {
  const names = readdirSync(DEMONSTRATION_FOLDER).filter((name) => name.endsWith('.yaml'));
  for (const name of names) {
    const ownFile = join(folder, name);
    if (!existsSync(ownFile)) cpSync(join(DEMONSTRATION_FOLDER, name), ownFile);
  }
}
