import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DEMONSTRATION_FOLDER, explainUnusableContentFolder } from '../config/content-folder.ts';

/** The names of files and folders that are copied: those that sellers edit, and the schemas for text editors. */
const COPIED_NAME_PATTERN = /^(images|fonts|editor|[\w-]+\.yaml)$/;

/** Thrown if the folder contains other files. The message is for the operator. */
export class OtherFilesError extends Error {}

/**
 * Returns the folder of the own content. Makes it from the demonstration if it is missing: upgrades replace the
 * demonstration, and would overwrite edits there.
 * @throws OtherFilesError if the folder contains other files, which stay unchanged
 */
export function ensureOwnContent(ownContentDir: string): string {
  const folder = resolve(ownContentDir);
  if (existsSync(join(folder, 'site.yaml'))) {
    addMissingFiles(folder);
    return folder;
  }
  const refusal = explainUnusableContentFolder(folder);
  if (refusal) throw new OtherFilesError(refusal.join(' '));
  // Another process may be reading, so the folder gets its name only when it is complete.
  const unfinishedFolder = `${folder}.${process.pid}.incompleto`;
  rmSync(unfinishedFolder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  try {
    cpSync(DEMONSTRATION_FOLDER, unfinishedFolder, {
      recursive: true,
      filter: (source) => {
        const [topName = ''] = source.slice(DEMONSTRATION_FOLDER.length + 1).split(/[\\/]/);
        return topName === '' || COPIED_NAME_PATTERN.test(topName);
      },
    });
    // `rmdirSync` throws if another process has filled the folder meanwhile.
    if (existsSync(folder)) rmdirSync(folder);
    renameSync(unfinishedFolder, folder);
  } finally {
    rmSync(unfinishedFolder, { recursive: true, force: true });
  }
  return folder;
}

/** Copies the sections that a later release has added; the page shows them only once they are switched on. */
function addMissingFiles(folder: string): void {
  const names = readdirSync(DEMONSTRATION_FOLDER).filter((name) => name.endsWith('.yaml'));
  for (const name of names) {
    const ownFile = join(folder, name);
    if (!existsSync(ownFile)) cpSync(join(DEMONSTRATION_FOLDER, name), ownFile);
  }
}
