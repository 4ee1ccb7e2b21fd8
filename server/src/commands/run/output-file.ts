import { realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { explainFileError } from '../../log/explain-file-error.ts';
import { OperatorError } from './definition.ts';

/** A text in pieces, so that a long text needs little memory. */
export type Chunks = Iterable<string> | AsyncIterable<string>;

/** The file name that stands for the terminal. */
export const TERMINAL = '-';

/**
 * Writes a file, readable by its owner only: completely or not at all. Replaces a file of the same name.
 * @returns the file's name and whether it was replaced, as part of a sentence
 * @throws OperatorError that names the file and the reason
 */
export async function writeOutputFile(file: string, chunks: Chunks): Promise<string> {
  try {
    const existing = statSync(file, { throwIfNoEntry: false });
    // A pipe or a device cannot be replaced.
    if (existing && !existing.isFile()) await writeFile(file, chunks);
    else await replaceFile(existing ? realpathSync(file) : file, chunks);
    return existing?.isFile() ? `${file} (o anterior foi substituído)` : file;
  } catch (error) {
    // Errors of reading the rows are explained elsewhere.
    if (!isFileError(error)) throw error;
    throw new OperatorError(explainFileError(file, error));
  }
}

/** System calls on files; a database's connection fails in `connect` and `read`, or with its own codes. */
const FILE_CALLS = /^(?:open|write|fsync|close|rename|unlink|l?stat|realpath)$/;

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  const { syscall = '', code = '' } = error as NodeJS.ErrnoException;
  return FILE_CALLS.test(syscall) && !/^(?:ECONN|EPIPE)/.test(code);
}

async function replaceFile(file: string, chunks: Chunks) {
  const unfinished = `${file}.${process.pid}.incompleto`;
  try {
    await writeFile(unfinished, chunks, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
