import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SalesDependencies } from '../sales/update-sales.ts';
import { RETENTION } from '../store/retention.ts';
import { findUnfinished } from './import-lease.ts';

/** Returns the folder in which uploaded files are stored while they are read. */
export const uploadFolder = (dataDir: string): string => join(dataDir, 'uploads');

/** Time since an upload was last written, after which the process that received it must have died. */
const UPLOAD_LIFETIME_MS = RETENTION.upload.ms;

/** Returns the name of an import's file among the uploads. */
export const importFileName = (id: number): string => `import-${id}.csv`;

interface Options extends Omit<SalesDependencies, 'adapters'> {
  readonly dataDir: string;
}

/** Undoes an import whose process died, and removes the files of dead processes. */
export async function undoDeadImports({ dataDir, ...options }: Options): Promise<void> {
  const uploadDir = uploadFolder(dataDir);
  if (!(await findUnfinished(options.database))) return removeDeadUploads(uploadDir, options.now());
  // The code of imports is loaded only here, so that a server without imports does not use memory for it.
  const { undoDeadImport } = await import('./undo-import.ts');
  const { ADAPTERS } = await import('../sales/platforms/adapters.ts');
  const isUndone = await undoDeadImport({ ...options, adapters: ADAPTERS });
  if (isUndone) await removeDeadUploads(uploadDir, options.now());
}

/** Removes the files of ended imports, and the uploads of dead processes; other files in the folder stay. */
async function removeDeadUploads(folder: string, now: number): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  for (const name of names) {
    const path = join(folder, name);
    // A request may remove the file at the same time.
    const file = /^[\da-f-]{36}\.\w+$/.test(name) ? await stat(path).catch(() => null) : null;
    const isOld = file !== null && now - file.mtimeMs > UPLOAD_LIFETIME_MS;
    if (isOld || /^import-\d+\.csv$/.test(name)) await rm(path, { force: true });
  }
}
