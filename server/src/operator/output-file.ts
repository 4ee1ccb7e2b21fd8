import {
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { OperatorError } from './operator-error.ts';

/** Stands for the terminal where a file is asked for. */
export const TERMINAL = '-';

/**
 * Writes an operator's file, readable by its owner only. It is there whole or not at all; one of the
 * same name is replaced.
 * @returns how the file is called in a sentence
 * @throws OperatorError that names the file and the reason
 */
export function writeOutputFile(file: string, text: string): string {
  try {
    const there = statSync(file, { throwIfNoEntry: false });
    if (there && !there.isFile()) {
      // A pipe or a device is written to; only what can be replaced is.
      writeFileSync(file, text);
      return file;
    }
    replaceFile(there ? realpathSync(file) : file, text);
    return there ? `${file} (o anterior foi substituído)` : file;
  } catch (error) {
    throw new OperatorError(explainFileError(file, error as NodeJS.ErrnoException));
  }
}

function replaceFile(file: string, text: string) {
  const unfinished = `${file}.${process.pid}.incompleto`;
  try {
    const descriptor = openSync(unfinished, 'wx', 0o600);
    try {
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Why a file cannot be written, for who asked for it. */
export function explainFileError(file: string, { code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `Não existe a pasta em que ${file} ficaria.`;
    case 'EISDIR':
      return `${file} é uma pasta; escolha o nome de um arquivo.`;
    case 'EACCES':
    case 'EPERM':
      return `Sem permissão para gravar ${file}.`;
    case 'EROFS':
      return `${file} fica em um disco que só permite leitura.`;
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return `Não há espaço no disco para ${file}; nada ficou pela metade.`;
    default:
      return `Não foi possível gravar ${file}: ${code ?? message}.`;
  }
}
