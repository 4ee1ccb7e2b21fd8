import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Environment } from './variables.ts';

/** The content that comes with this release: a demonstration, which an upgrade replaces. */
export const DEMONSTRATION_FOLDER = join(import.meta.dirname, '../../../content');

const holdsContent = (folder: string): boolean => existsSync(join(folder, 'site.yaml'));

/**
 * Whether a path exists and is not empty, but lacks the file that marks a folder of Funil. Such a path is taken for a
 * typing error, because replacing it would delete other files.
 */
export const holdsOtherFiles = (path: string, markerFile: string): boolean =>
  existsSync(path) &&
  !existsSync(join(path, markerFile)) &&
  (!statSync(path).isDirectory() || readdirSync(path).length > 0);

/** Returns, in Portuguese, why a folder cannot hold the seller's content, and the remedy; null if it can or does. */
export const explainUnusableContentFolder = (
  folder: string,
): [what: string, remedy: string] | null =>
  holdsOtherFiles(folder, 'site.yaml')
    ? [
        `A pasta do conteúdo, ${folder}, tem outros arquivos e nenhum site.yaml.`,
        'Devolva o site.yaml a ela, ou ponha em CONTENT_DIR uma pasta vazia ou que não existe.',
      ]
    : null;

/** Returns the folder of pictures as they were sent, before they were cropped. */
export const originalsOf = (dataDir: string): string => join(dataDir, 'originals');

/** Returns the folder of the seller's own content if it exists, else the demonstration's. */
export const currentContentFolder = (ownDir: string): string =>
  holdsContent(ownDir) ? resolve(ownDir) : DEMONSTRATION_FOLDER;

/**
 * Returns the folder of the page's content: `CONTENT_DIR`, else `content` in `DATA_DIR` once it exists, else the
 * demonstration's.
 * @param env the settings of `.env` included
 */
export const findContentFolder = ({ CONTENT_DIR, DATA_DIR = './data' }: Environment): string =>
  CONTENT_DIR ? resolve(CONTENT_DIR) : currentContentFolder(join(DATA_DIR, 'content'));
