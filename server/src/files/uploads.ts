import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SalesDependencies } from '../sales/update-sales.ts';
import { RETENTION } from '../store/retention.ts';
import { findUnfinished } from './running-import.ts';

/** Returns the folder of uploaded files, which are there while they are read. */
export const uploadFolder = (dataDir: string): string => join(dataDir, 'uploads');

/** An upload that no request has written to for this time is a dead process's. */
const UPLOAD_MS = RETENTION.upload.ms;

/** Returns the name of an import's file among the uploads. */
export const importFileName = (id: number): string => `import-${id}.csv`;

interface Options extends Omit<SalesDependencies, 'adapters'> {
  readonly dataDir: string;
}

/** Undoes an import whose process died, and removes the files of dead processes. */
export async function undoDeadImports({ dataDir, ...options }: Options): Promise<void> {
  const uploadDir = uploadFolder(dataDir);
  if (!(await findUnfinished(options.database))) return removeDeadUploads(uploadDir, options.now());
  // The code is loaded only now, so that it uses no memory without imports.
  const { undoDeadImport } = await import('./run-import.ts');
  const { ADAPTERS } = await import('../sales/platforms/adapters.ts');
  const isUndone = await undoDeadImport({ ...options, adapters: ADAPTERS });
  if (isUndone) await removeDeadUploads(uploadDir, options.now());
}

/**
 * Removes the files of ended imports, and uploads that a process left behind when it died; other files are not ours.
 */
async function removeDeadUploads(folder: string, now: number): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  for (const name of names) {
    const path = join(folder, name);
    // The request may be removing it.
    const file = /^[\da-f-]{36}\.\w+$/.test(name) ? await stat(path).catch(() => null) : null;
    const isOld = file !== null && now - file.mtimeMs > UPLOAD_MS;
    if (isOld || /^import-\d+\.csv$/.test(name)) await rm(path, { force: true });
  }
}
