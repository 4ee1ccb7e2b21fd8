import type { Database } from '../store/database.ts';
import { findUnfinished, type ImportParts } from './running-import.ts';
import { removeDeadUploads, uploadFolder } from './uploads.ts';

interface Options extends Pick<ImportParts, 'attributionDays' | 'now'> {
  readonly database: Database;
  readonly dataDir: string;
}

/** Undoes an import whose process died, and removes the files of dead processes. */
export async function undoDeadImports({ dataDir, ...options }: Options): Promise<void> {
  const uploadDir = uploadFolder(dataDir);
  if (!(await findUnfinished(options.database))) return removeDeadUploads(uploadDir, options.now());
  // Only now, so that the code uses no memory without imports.
  const { undoDeadImport } = await import('./run-import.ts');
  const { PLATFORMS } = await import('../sales/platforms/platforms.ts');
  const isUndone = await undoDeadImport({ ...options, adapters: PLATFORMS });
  if (isUndone) await removeDeadUploads(uploadDir, options.now());
}
