import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SalesDependencies } from '../sales/update-sales.ts';
import { RETENTION } from '../store/retention.ts';
import { findUnfinished } from './import-lease.ts';

export const uploadFolder = (dataDir: string): string => join(dataDir, 'uploads');

/** If an upload was not written for this long, its process must have died. */
const UPLOAD_LIFETIME_MS = RETENTION.upload.ms;

export const importFileName = (id: number): string => `import-${id}.csv`;

interface UploadOptions extends Omit<SalesDependencies, 'adapters'> {
  readonly dataDir: string;
}

export async function cleanUpDeadImports({ dataDir, ...options }: UploadOptions): Promise<void> {
  const uploadDir = uploadFolder(dataDir);
  if (!(await findUnfinished(options.database))) return removeDeadUploads(uploadDir, options.now());
  // Loaded only when needed, because the code of imports takes memory.
  const { undoDeadImport } = await import('./undo-import.ts');
  const { ADAPTERS } = await import('../sales/platforms/adapters.ts');
  const isUndone = await undoDeadImport({ ...options, adapters: ADAPTERS });
  if (isUndone) await removeDeadUploads(uploadDir, options.now());
}

async function removeDeadUploads(folder: string, now: number): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  for (const name of names) {
    const path = join(folder, name);
    const file = /^[\da-f-]{36}\.\w+$/.test(name) ? await stat(path).catch(() => null) : null;
    const isOld = file !== null && now - file.mtimeMs > UPLOAD_LIFETIME_MS;
    if (isOld || /^import-\d+\.csv$/.test(name)) await rm(path, { force: true });
  }
}
