import { createReadStream } from 'node:fs';
import type { ImportPreview } from '@funil/contract/console/imports';
import type { AdTaxRate } from '../config/spend.ts';
import { FileRefusal } from '../csv/read-csv.ts';
import type { FileChoice } from './columns.ts';
import { EMPTY_SUMMARY, type ImportCounter } from './import-counter.ts';
import { type OpenedFile, openImportFile } from './open-file.ts';
import { importFile, judgeImport } from './run-import.ts';
import {
  type ImportLease,
  type ImportParts,
  readChosenColumns,
  rememberColumns,
} from './running-import.ts';

/** A file, and what an operator says about it. */
export interface ImportInput {
  readonly path: string;
  readonly choice: FileChoice;
  /** The platform of sales from a general file; null: none of the known platforms. */
  readonly platform: string | null;
}

export type PreviewResult =
  | { readonly ok: true; readonly preview: ImportPreview }
  /** A sentence in Portuguese. */
  | { readonly ok: false; readonly message: string };

/** Opens a file as its operator says, else as a file of the same titles was read before. @throws FileRefusal */
export const openInput = ({ database }: ImportParts, { path, choice }: ImportInput) =>
  openImportFile(
    () => createReadStream(path),
    choice,
    (titles, kind) => readChosenColumns(database, titles, kind),
  );

/** Returns what the import of a file would do. */
export async function previewInput(
  parts: ImportParts,
  input: ImportInput,
  tax: readonly AdTaxRate[],
): Promise<PreviewResult> {
  try {
    const { file, ...opened } = await openInput(parts, input);
    if (file === null) return { ok: true, preview: { ...opened, ...EMPTY_SUMMARY } };
    const options = { platform: input.platform, now: parts.now(), tax };
    return { ok: true, preview: { ...opened, ...(await judgeImport(parts, file, options)) } };
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return { ok: false, message: error.message };
  }
}

/**
 * Imports a file. The import that holds the lease is undone if this fails.
 * @param opened the file, if this process has opened it already: opening reads it once
 */
export function importInput(
  parts: ImportParts,
  lease: ImportLease,
  input: ImportInput,
  opened?: OpenedFile,
): Promise<ImportCounter> {
  return importFile(parts, lease, async () => {
    const { file, titles, columns } = opened ?? (await openInput(parts, input));
    if (file === null) throw new FileRefusal('O arquivo mudou depois de conferido.');
    await rememberColumns(parts.database, lease.id, { titles, columns });
    return { file, options: { platform: input.platform, now: parts.now() } };
  });
}
