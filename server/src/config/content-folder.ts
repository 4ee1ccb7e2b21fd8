import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EnvVariables } from './variables.ts';

/** The release's own content, a demonstration. Upgrades replace this folder. */
export const DEMONSTRATION_FOLDER = join(import.meta.dirname, '../../../content');

/**
 * Whether a path is not empty, but lacks the file that marks a folder of Funil. Such a path is
 * probably a typing error, and replacing it would delete other files.
 */
export const holdsOtherFiles = (path: string, markerFile: string): boolean =>
  existsSync(path) &&
  !existsSync(join(path, markerFile)) &&
  (!statSync(path).isDirectory() || readdirSync(path).length > 0);

export const explainUnusableContentFolder = (
  folder: string,
): [what: string, remedy: string] | null =>
  holdsOtherFiles(folder, 'site.yaml')
    ? [
        `A pasta do conteúdo, ${folder}, tem outros arquivos e nenhum site.yaml.`,
        'Devolva o site.yaml a ela, ou ponha em CONTENT_DIR uma pasta vazia ou que não existe.',
      ]
    : null;

/** Returns the folder of pictures as they were sent, before cropping. */
export const originalsOf = (dataDir: string): string => join(dataDir, 'originals');

export const currentContentFolder = (ownContentDir: string): string =>
  existsSync(join(ownContentDir, 'site.yaml')) ? resolve(ownContentDir) : DEMONSTRATION_FOLDER;

export const resolveContentFolder = ({ CONTENT_DIR, DATA_DIR = './data' }: EnvVariables): string =>
  CONTENT_DIR ? resolve(CONTENT_DIR) : currentContentFolder(join(DATA_DIR, 'content'));
