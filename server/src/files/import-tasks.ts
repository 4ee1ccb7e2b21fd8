import { createReadStream } from 'node:fs';
import type { ImportPreview } from '@funil/contract/console/imports';
import type { AdTaxRate } from '../config/spend.ts';
import { FileRefusal } from '../csv/read-csv.ts';
import type { FileChoice } from './columns.ts';
import { EMPTY_SUMMARY } from './import-counter.ts';
import { openImportFile } from './open-file.ts';
import { importFile, judgeImport } from './run-import.ts';
import {
  type ImportLease,
  type ImportParts,
  readChosenColumns,
  rememberColumns,
} from './running-import.ts';

/** A file that an operator uploaded. */
export interface UploadedFile {
  readonly path: string;
  readonly choice: FileChoice;
  /** The platform of sales from a general file; null: none of the known platforms. */
  readonly platform: string | null;
}

export type PreviewResult =
  | { readonly ok: true; readonly preview: ImportPreview }
  /** A sentence in Portuguese. */
  | { readonly ok: false; readonly message: string };

const open = ({ database }: Pick<ImportParts, 'database'>, { path, choice }: UploadedFile) =>
  openImportFile(
    () => createReadStream(path),
    choice,
    (titles, kind) => readChosenColumns(database, titles, kind),
  );

/** Returns what the import of an uploaded file would do. */
export async function previewUpload(
  parts: ImportParts,
  upload: UploadedFile,
  tax: readonly AdTaxRate[],
): Promise<PreviewResult> {
  try {
    const { file, ...opened } = await open(parts, upload);
    if (file === null) return { ok: true, preview: { ...opened, ...EMPTY_SUMMARY } };
    const options = { platform: upload.platform, now: parts.now(), tax };
    return { ok: true, preview: { ...opened, ...(await judgeImport(parts, file, options)) } };
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return { ok: false, message: error.message };
  }
}

/** Imports an uploaded file. The import that holds the lease is undone if this fails. */
export async function importUpload(
  parts: ImportParts,
  lease: ImportLease,
  upload: UploadedFile,
): Promise<void> {
  await importFile(parts, lease, async () => {
    const { file, titles, columns } = await open(parts, upload);
    if (file === null) throw new FileRefusal('O arquivo mudou depois de conferido.');
    await rememberColumns(parts.database, lease.id, { titles, columns });
    return { file, options: { platform: upload.platform, now: parts.now() } };
  });
}
