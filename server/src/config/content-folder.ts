import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The content that comes with this release: a demonstration, which an upgrade replaces. */
export const DEMONSTRATION_FOLDER = join(import.meta.dirname, '../../../content');

type Environment = Readonly<Record<string, string | undefined>>;

const holdsContent = (folder: string): boolean => existsSync(join(folder, 'site.yaml'));

/** Returns the folder of the seller's own content if it exists, else the demonstration's. */
export const presentContentFolder = (ownDir: string): string =>
  holdsContent(ownDir) ? resolve(ownDir) : DEMONSTRATION_FOLDER;

/**
 * Returns the folder of the page's content: `CONTENT_DIR`, else `content` in `DATA_DIR` once it exists, else the demonstration's.
 * @param env the settings of `.env` included
 */
export const findContentFolder = ({ CONTENT_DIR, DATA_DIR = './data' }: Environment): string =>
  CONTENT_DIR ? resolve(CONTENT_DIR) : presentContentFolder(join(DATA_DIR, 'content'));
